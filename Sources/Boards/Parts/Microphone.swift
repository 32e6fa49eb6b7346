/// One capsule: a position in the device frame and a channel of the capture device.
public struct Microphone: Sendable, Equatable {
  /// The name printed on the board.
  public var name: String
  /// Channel of the capture device, from 0.
  public var channel: Int
  /// Metres, device frame.
  public var position: Vector3
  /// The position tolerance in metres.
  public var tolerance: Double
  /// The direction that its port faces, unit length, device frame.
  public var normal: Vector3?
  /// Decibels added to the channel.
  public var gain: Double
  /// True if the channel's polarity is inverted.
  public var isInverted: Bool
  /// The delay of the channel in seconds.
  public var delay: Double
  /// The level of the captured channel in dBFS at 94 dB SPL, with an input gain of 0 dB.
  public var sensitivity: Double?

  /// A microphone from its parts.
  public init(
    name: String, channel: Int, position: Vector3, tolerance: Double = 0.0005,
    normal: Vector3? = nil, gain: Double = 0, isInverted: Bool = false, delay: Double = 0,
    sensitivity: Double? = nil
  ) {
    self.name = name
    self.channel = channel
    self.position = position
    self.tolerance = tolerance
    self.normal = normal
    self.gain = gain
    self.isInverted = isInverted
    self.delay = delay
    self.sensitivity = sensitivity
  }
}

/// The origin of a board's gains, delays and positions: its design, or a measurement of this very board.
public enum Calibration: String, CaseIterable, Sendable, Codable {
  /// As designed; every unit differs within its tolerances.
  case nominal
  /// Measured on this unit.
  case calibrated
}
