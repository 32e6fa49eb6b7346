/// The description of a ``TakeRenderer``: its format, filters and processing.
public struct TakeRendererConfiguration: Sendable, Equatable {
  /// The number of samples per raw frame.
  public var channels: Int
  /// The format of a raw sample.
  public var format: RawFormat
  /// For each input of the filters, the channel of the raw frame that feeds it.
  public var channelMap: [Int]
  /// The filters.
  public var taps: FilterTaps
  /// The delay of the filters in frames; the renderer removes it from the output.
  public var delay: Int
  /// The sample rate in frames per second.
  public var rate: Double
  /// The frequency in hertz at which the low cut is 3 dB down; `nil` to turn the low cut off.
  public var lowCutHertz: Double?
  /// True if the limiter is on.
  public var limiter: Bool
  /// The magnitude that no output sample exceeds while the limiter is on.
  public var ceiling = Limiter.defaultCeiling
  /// The gain of a second, quieter version of the outputs, above 0 and at most 1; `nil` to leave out this version.
  ///
  /// This version branches off before the limiter and has a limiter of its own, so it keeps peaks intact that are
  /// limited in the first version.
  public var safetyGain: Float?
  /// The tables of the stage after the filters; `nil` to use the filters alone.
  ///
  /// - Precondition: the tables have as many inputs as the stereo filters, and windows that are two blocks long.
  public var stage: StereoTables?
  /// The number of frames per block of the filter engine, a power of two from 32 to 1024.
  ///
  /// It affects the least significant bits of the result, so a take and its later rendering must use the same value.
  public var partition = 256

  /// The gain of a safety take, -12 dB.
  ///
  /// The factor is 10^(-12/20).
  public static let standardSafetyGain: Float = 0.251_188_64

  /// Creates a configuration.
  ///
  /// - Precondition: the channel map has one entry per input of the filters, each below `channels`.
  public init(
    channels: Int, format: RawFormat, channelMap: [Int], taps: FilterTaps, delay: Int,
    rate: Double, lowCutHertz: Double?, limiter: Bool
  ) {
    precondition(channelMap.count == taps.inputs)
    precondition(channelMap.allSatisfy { (0..<channels).contains($0) })
    precondition(delay >= 0 && rate > 0)
    self.channels = channels
    self.format = format
    self.channelMap = channelMap
    self.taps = taps
    self.delay = delay
    self.rate = rate
    self.lowCutHertz = lowCutHertz
    self.limiter = limiter
  }
}
