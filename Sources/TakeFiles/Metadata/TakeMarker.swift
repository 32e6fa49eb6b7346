import Essentials

/// A position in a take that is worth finding again, set by the recordist or by the recorder itself.
public struct TakeMarker: Sendable, Hashable, Codable {
  /// The frame of the take, counted from 0.
  public var frame: Int
  /// The reason for the marker.
  public var kind: Kind
  /// A few words for people, on one line.
  public var label: String

  /// A marker from its parts.
  public init(frame: Int, kind: Kind, label: String) {
    self.frame = frame
    self.kind = kind
    self.label = label
  }

  /// The reason for a marker.
  public enum Kind: String, CaseIterable, Sendable, Codable {
    /// The recordist pressed a button.
    case button
    /// Frames were lost here; silence of the same length takes their place.
    case gap
    /// A microphone reached full scale.
    case clip
    /// The limiter began to reduce the level.
    case limiter
    /// The take continues after a pause or, at its first frame, after sound that is missing between it and an earlier
    /// take.
    case resume
    /// A microphone stopped delivering.
    case microphone
    /// From here on, the sound is rendered differently.
    case rendering
    /// Strong wind began, and is being reduced.
    case wind
    /// The board changed its orientation.
    case turn
    /// The board was bumped.
    case bump
  }

  /// A marker that says that the board now has another orientation, given by its word.
  public static func turn(to orientation: String, frame: Int) -> TakeMarker {
    TakeMarker(frame: frame, kind: .turn, label: turned + orientation)
  }

  /// The word of the board's new orientation; `nil` if the marker is of another kind.
  public var turnedTo: String? {
    guard kind == .turn, label.hasPrefix(Self.turned) else { return nil }
    return String(label.dropFirst(Self.turned.count))
  }

  private static let turned = "turned to "
}

/// Frames that the hardware or a stalled card lost; silence of the same length takes their place.
public struct TakeGap: Sendable, Hashable, Codable {
  /// Frame of the take at which the silence begins.
  public var frame: Int
  /// Frames of silence.
  public var frames: Int
  /// The cause, in a word or two.
  public var cause: String
  /// True if the length was estimated from time stamps, not counted by the hardware.
  public var isEstimated: Bool

  /// A gap from its parts.
  public init(frame: Int, frames: Int, cause: String, isEstimated: Bool = false) {
    (self.frame, self.frames) = (frame, frames)
    (self.cause, self.isEstimated) = (cause, isEstimated)
  }

  /// The gap as a marker, for people and for programs that know only markers.
  public var marker: TakeMarker {
    TakeMarker(
      frame: frame, kind: .gap,
      label: Self.start + (isEstimated ? Self.estimate : "")
        + "\(frames.counted("frame")): \(cause)")
  }

  /// The cause of a gap in which recovery has put silence in place of audio that cannot be decoded.
  static let damage = "damaged file"

  private static let start = "gap of "
  private static let estimate = "about "

  /// The gap that a marker of the form of ``marker`` describes; `nil` if the marker is for something else.
  init?(marker: TakeMarker) {
    guard marker.label.hasPrefix(Self.start) else { return nil }
    var rest = marker.label.dropFirst(Self.start.count)
    isEstimated = rest.hasPrefix(Self.estimate)
    if isEstimated { rest = rest.dropFirst(Self.estimate.count) }
    guard let space = rest.firstIndex(of: " "), let frames = Int(rest[..<space]),
      let colon = rest.firstIndex(of: ":")
    else { return nil }
    frame = marker.frame
    self.frames = frames
    cause = rest[rest.index(after: colon)...].singleLine
  }
}

/// The number of gaps, and the number of frames lost in all of them together.
public struct GapTotals: Sendable, Equatable {
  /// The number of gaps.
  public var count: Int
  /// The number of frames of silence in all gaps together.
  public var frames: Int

  /// Totals from their parts; the default is no gaps.
  public init(count: Int = 0, frames: Int = 0) {
    self.count = count
    self.frames = frames
  }

  /// Adds one gap.
  public mutating func add(frames: Int) {
    count += 1
    self.frames += frames
  }

  /// The gaps in `a` and in `b` together.
  public static func + (a: GapTotals, b: GapTotals) -> GapTotals {
    GapTotals(count: a.count + b.count, frames: a.frames + b.frames)
  }

  /// The gaps in `a` that are not in `b`.
  public static func - (a: GapTotals, b: GapTotals) -> GapTotals {
    GapTotals(count: a.count - b.count, frames: a.frames - b.frames)
  }
}
