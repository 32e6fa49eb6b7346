import Recorder

/// The preferred and the actual choices of a session.
public struct CaptureRoute: Sendable, Equatable {
  /// One set of choices.
  public struct Choice: Sendable, Equatable {
    /// The name of the data source.
    public var dataSource: String
    /// The polar pattern.
    public var polarPattern: PolarPattern
    /// The orientation; `nil` on a board whose up direction is fixed, and in a preference that follows the
    /// accelerometer.
    public var inputOrientation: InputOrientation?
    /// Frames per second.
    public var sampleRate: Int
    /// Frames per device period.
    public var ioBufferFrames: Int
    /// The number of channels of the capture device.
    public var inputChannels: Int
    /// The input gain in decibels; `nil` if none was requested.
    public var inputGain: Double?
  }

  /// The edges of the board that are on the left and on the right.
  public struct Layout: Sendable, Equatable {
    /// The edge, or face, on the listener's left.
    public var leftEdge: DeviceFace
    /// The edge, or face, on the listener's right.
    public var rightEdge: DeviceFace
  }

  /// The requested choice.
  public var preferred: Choice
  /// The choice in force; during a take, the choice from its start.
  public var actual: Choice
  /// The edges on the left and right with the choice in force; `nil` for a pattern without left and right.
  public var layout: Layout?
}

/// The orientation of a board that a program can request.
public enum PreferredInputOrientation: String, Sendable, Equatable, CaseIterable {
  /// The orientation follows the accelerometer.
  case auto
  /// The connector is at the bottom.
  case portrait
  /// The connector is at the top.
  case portraitUpsideDown
  /// The connector is on the left.
  case landscapeLeft
  /// The connector is on the right.
  case landscapeRight

  /// The requested orientation; `nil` to follow the accelerometer.
  public var orientation: InputOrientation? { InputOrientation(rawValue: rawValue) }

  init(_ orientation: InputOrientation?) {
    self = orientation.flatMap { Self(rawValue: $0.rawValue) } ?? .auto
  }
}
