/// A place in a take that somebody, or the recorder itself, wants to find again.
public struct TakeMarker: Sendable, Hashable, Codable {
  /// Frame of the take, from 0.
  public var frame: Int
  /// What is there.
  public var kind: Kind
  /// A few words for a person; one line.
  public var label: String

  /// A marker from its parts.
  public init(frame: Int, kind: Kind, label: String) {
    self.frame = frame
    self.kind = kind
    self.label = label
  }

  /// What a marker is about.
  public enum Kind: String, CaseIterable, Sendable, Codable {
    /// The recordist pressed a button.
    case button
    /// Frames were lost here: silence of their length.
    case gap
    /// A microphone reached full scale.
    case clip
    /// The limiter began to work.
    case limiter
    /// The take goes on after a pause.
    case resume
    /// A microphone stopped delivering.
    case microphone
  }
}

/// Frames that the hardware or a stalled card lost: silence of their length is in their place.
public struct TakeGap: Sendable, Hashable, Codable {
  /// Frame of the take at which the silence begins.
  public var frame: Int
  /// Frames of silence.
  public var frames: Int
  /// Why, in a word or two.
  public var cause: String
  /// Whether the length was told from time stamps, not counted by the hardware.
  public var isEstimated: Bool

  /// A gap from its parts.
  public init(frame: Int, frames: Int, cause: String, isEstimated: Bool = false) {
    self.frame = frame
    self.frames = frames
    self.cause = cause
    self.isEstimated = isEstimated
  }
}
