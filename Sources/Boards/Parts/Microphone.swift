/// A microphone: a position in the device frame, and a channel of the capture device.
public struct Microphone: Sendable, Equatable {
  /// The name of the microphone as printed on the board.
  public var name: String
  /// The channel of the capture device, counted from 0.
  public var channel: Int
  /// The position in metres, in the device frame.
  public var position: Vector3
  /// The tolerance of the position in metres.
  public var tolerance: Double
  /// The direction in which the microphone's port faces, in the device frame, with unit length.
  public var normal: Vector3?
  /// The correction of the channel's gain in decibels.
  public var gain: Double
  /// True if the channel's polarity is inverted.
  public var isInverted: Bool
  /// The delay of the channel in seconds.
  public var delay: Double
  /// The level of the captured channel in dBFS at 94 dB SPL, with an input gain of 0 dB.
  public var sensitivity: Double?

  /// Creates a microphone from its parts.
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

/// The origin of a board's gains, delays and positions: its design, or measurements of this unit.
public enum Calibration: String, CaseIterable, Sendable, Codable {
  /// The values come from the design; every unit differs from them within its tolerances.
  case nominal
  /// The values were measured on this unit.
  case calibrated
}
