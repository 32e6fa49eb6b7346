import Recorder

/// The choices of a session: requested, and in force.
public struct CaptureRoute: Sendable, Equatable {
  /// One set of choices.
  public struct Choice: Sendable, Equatable {
    /// The name of the data source.
    public var dataSource: String
    /// The polar pattern.
    public var polarPattern: PolarPattern
    /// The orientation; `nil` in a preference for the accelerometer's, and on a board with a fixed up.
    public var inputOrientation: InputOrientation?
    /// Frames per second.
    public var sampleRate: Int
    /// Frames per device period.
    public var ioBufferFrames: Int
    /// Channels of the capture device.
    public var inputChannels: Int
    /// The input gain in decibels; `nil` if none was requested.
    public var inputGain: Double?
  }

  /// The edges of the board that are left and right.
  public struct Layout: Sendable, Equatable {
    /// The edge, or face, on the listener's left.
    public var leftEdge: DeviceFace
    /// The edge, or face, on the listener's right.
    public var rightEdge: DeviceFace
  }

  /// The requested choice.
  public var preferred: Choice
  /// The choice in force: during a take, the choice of the take.
  public var actual: Choice
  /// The edges on the left and right in the choice in force; `nil` for a pattern without left and right.
  public var layout: Layout?
}

/// The requested orientation of a board.
public enum PreferredInputOrientation: String, Sendable, Equatable, CaseIterable {
  /// By the accelerometer.
  case auto
  /// The connector is at the bottom.
  case portrait
  /// The connector is at the top.
  case portraitUpsideDown
  /// The connector is on the left.
  case landscapeLeft
  /// The connector is on the right.
  case landscapeRight

  /// The orientation; `nil` to follow the accelerometer.
  public var orientation: InputOrientation? { InputOrientation(rawValue: rawValue) }

  init(_ orientation: InputOrientation?) {
    self = orientation.flatMap { Self(rawValue: $0.rawValue) } ?? .auto
  }
}
