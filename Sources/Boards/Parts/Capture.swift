/// The capture device of a board, and the settings to request from it.
public struct Capture: Sendable, Equatable {
  /// An ALSA name that identifies the card by its stable id.
  public var device: String
  /// The number of channels, which can exceed the number of microphones.
  public var channels: Int
  /// The sample format of the device.
  public var format: CaptureFormat
  /// The number of frames per second.
  public var rate: Int
  /// The number of frames in a period.
  public var period: Int
  /// The duration of the hardware buffer to request, in milliseconds.
  public var bufferMilliseconds: Double
  /// The values to set for mixer controls, by the names of the controls.
  public var mixer: [String: Int]
  /// The mixer controls for the input gain, which all get the same gain.
  public var gainControls: [String] = []
  /// The input gain to request, in decibels; `nil` to leave the gain unchanged.
  public var inputGain: Double?
  /// The firmware that gives the device these values; `nil` if the board file does not name any.
  public var firmware: String?

  /// Creates a capture device from its parts.
  public init(
    device: String, channels: Int, format: CaptureFormat = .s32, rate: Int = 48000,
    period: Int = 256, bufferMilliseconds: Double = 500, mixer: [String: Int] = [:]
  ) {
    self.device = device
    self.channels = channels
    self.format = format
    self.rate = rate
    self.period = period
    self.bufferMilliseconds = bufferMilliseconds
    self.mixer = mixer
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
