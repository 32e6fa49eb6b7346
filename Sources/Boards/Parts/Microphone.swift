import TOML

/// A microphone: a position in the device frame, and a channel of the capture device.
public struct Microphone: Sendable, Equatable {
  /// The name of the microphone as printed on the board.
  public var name: String
  /// The channel of the capture device, counted from 0.
  public var channel: Int
  /// The position in metres, in the device frame.
  public var position: Vector3
  /// The tolerance of the position in metres.
  @Key("tolerance", KeyRule.number(0...10, "mm").map { $0 / 1000 }) public var tolerance = 0.0005
  /// The direction in which the microphone's port faces, in the device frame, with unit length.
  public var normal: Vector3?
  /// The correction of the channel's gain in decibels.
  @Key("gain", -40...40, "dB") public var gain = 0.0
  /// True if the channel's polarity is inverted.
  @Key("inverted", .flag) public var isInverted = false
  /// The delay of the channel in seconds.
  @Key("delay", KeyRule.number(-1000...1000, "microseconds").map { $0 / 1e6 })
  public var delay = 0.0
  /// The level of the captured channel in dBFS at 94 dB SPL, with an input gain of 0 dB.
  @Key("sensitivity", -120...0, "dBFS at 94 dB SPL") public var sensitivity: Double?

  /// Creates a microphone from its parts.
  public init(
    name: String, channel: Int, position: Vector3, tolerance: Double? = nil,
    normal: Vector3? = nil, gain: Double? = nil, isInverted: Bool? = nil, delay: Double? = nil,
    sensitivity: Double? = nil
  ) {
    self.name = name
    self.channel = channel
    self.position = position
    self.normal = normal
    if let tolerance { self.tolerance = tolerance }
    if let gain { self.gain = gain }
    if let isInverted { self.isInverted = isInverted }
    if let delay { self.delay = delay }
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
