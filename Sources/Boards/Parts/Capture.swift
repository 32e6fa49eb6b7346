import TOML

/// The capture device of a board, and the settings to request from it.
public struct Capture: Sendable, Equatable {
  /// An ALSA name that identifies the card by its stable id.
  public var device: String
  /// The number of channels, which can exceed the number of microphones.
  public var channels: Int
  /// The sample format of the device.
  @Key("format", .word()) public var format = CaptureFormat.s32
  /// The number of frames per second.
  @Key("rate", .whole(rates, "Hz")) public var rate = 48000
  /// The number of frames in a period.
  @Key("period", .whole(periods, "frames")) public var period = 256
  /// The duration of the hardware buffer to request, in milliseconds.
  @Key("buffer", 1...5000, "ms") public var bufferMilliseconds = 500.0
  /// The values to set for mixer controls, by the names of the controls.
  public var mixer: [String: Int]
  /// The mixer controls for the input gain, which all get the same gain.
  public var gainControls: [String] = []
  /// The input gain to request, in decibels; `nil` to leave the gain unchanged.
  @Key("input-gain", inputGains, "dB") public var inputGain: Double?
  /// The firmware that gives the device these values; `nil` if the board file does not name any.
  @Key("firmware", .label(most: 100, example: "\"2.1.0, 6 channels\"")) public var firmware: String?

  /// Creates a capture device from its parts.
  public init(
    device: String, channels: Int, format: CaptureFormat? = nil, rate: Int? = nil,
    period: Int? = nil, bufferMilliseconds: Double? = nil, mixer: [String: Int] = [:]
  ) {
    self.device = device
    self.channels = channels
    self.mixer = mixer
    if let format { self.format = format }
    if let rate { self.rate = rate }
    if let period { self.period = period }
    if let bufferMilliseconds { self.bufferMilliseconds = bufferMilliseconds }
  }
}

/// The sample formats of I2S sound cards, by their ALSA names.
public enum CaptureFormat: String, CaseIterable, Sendable, Codable {
  /// 32 bits, signed, little endian.
  case s32 = "S32_LE"
  /// 24 bits in the low three bytes of four.
  case s24 = "S24_LE"
  /// 24 bits in three bytes.
  case s24Packed = "S24_3LE"
  /// 16 bits.
  case s16 = "S16_LE"
  /// 32-bit floating point, full scale 1.
  case float = "FLOAT_LE"
}
