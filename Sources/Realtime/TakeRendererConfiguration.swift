/// The description of a ``TakeRenderer``: how raw samples become a take.
public struct TakeRendererConfiguration: Sendable, Equatable {
  /// Samples per raw frame.
  public var channels: Int
  /// The format of a raw sample.
  public var format: RawFormat
  /// The channel of the raw frame that each input of the filters takes, one per input.
  public var channelMap: [Int]
  /// The filters.
  public var taps: FilterTaps
  /// Frames of delay of the filters, taken out of the output.
  public var delay: Int
  /// Frames per second.
  public var rate: Double
  /// The frequency in hertz at which the low cut is 3 dB down; `nil` for none.
  public var lowCutHertz: Double?
  /// True when the limiter works.
  public var limiter: Bool
  /// The magnitude that no output sample exceeds while the limiter works.
  public var ceiling = Limiter.defaultCeiling
  /// The gain of a second, quieter version of the outputs, above 0 and at most 1; `nil` for none.
  ///
  /// It branches off before the limiter and has one of its own, so peaks that the first version had to limit are whole
  /// in it.
  public var safetyGain: Float?
  /// The tables of what is done behind the filters; `nil` for filters alone.
  ///
  /// - Precondition: stereo filters with as many inputs; its windows are two blocks long.
  public var stage: StereoTables?
  /// Frames per block of the filter engine, a power of two from 32 to 1024.
  ///
  /// It is part of the result in its last bits: a take and its later rendering use the same.
  public var partition = 256

  /// -12 dB: the gain of a safety take.
  ///
  /// 10^(-12/20).
  public static let standardSafetyGain: Float = 0.251_188_64

  /// A configuration.
  ///
  /// - Precondition: one entry of the channel map per input of the filters, each below `channels`.
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
