/// The capture device of a board, and the settings asked of it.
public struct Capture: Sendable, Equatable {
  /// An ALSA name with a stable card id.
  public var device: String
  /// Channels of the device, which may be more than there are microphones.
  public var channels: Int
  /// The format of one sample on the wire.
  public var format: CaptureFormat
  /// Frames per second.
  public var rate: Int
  /// Frames per period.
  public var period: Int
  /// The hardware buffer that is wanted, in milliseconds.
  public var bufferMilliseconds: Double
  /// Mixer controls to set, by name.
  public var mixer: [String: Int]
  /// Mixer controls that are its input gain, all set alike.
  public var gainControls: [String] = []
  /// The input gain that is wanted, decibels; `nil` to leave it as it is.
  public var inputGain: Double?
  /// The firmware of the device that has these values; `nil` when the board file names none.
  public var firmware: String?

  /// A capture device from its parts.
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

/// The sample formats that I2S boards give, by their ALSA names.
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
