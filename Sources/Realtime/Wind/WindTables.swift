/// The data about microphones and filters for wind reduction, bin by bin from 0 on.
///
/// Complex numbers are pairs (real, imaginary). Bins from 1 on have their own tables; bin 0 behaves like bin 1.
public struct WindTables: Sendable, Equatable {
  /// Frames per second.
  public var rate: Double
  /// Frames per window, a power of two from 64 to 2048.
  public var window: Int
  /// The number of input channels.
  public var microphones: Int
  /// The delay of the filters' output against the input, in frames.
  public var delay: Int
  /// The number of bins with wind reduction, from 0 on.
  public var bins: Int
  /// The bins in which wind is sought.
  public var watched: Range<Int>
  /// The first bin that uses the best microphone rather than a mean of several.
  public var singleBin: Int
  /// The lowest gain.
  public var floor: Float
  /// Factors that split the microphones into parts without cross powers in diffuse sound, `[bin][part][microphone]`.
  public var parts: [SIMD2<Float>]
  /// The largest share of its power that a sound puts into a part, `[bin][part]`.
  public var limits: [Float]
  /// The weight of the excess power, `[bin][part]`; zeros where sound and wind are indistinguishable.
  ///
  /// The weighted sum is the power of wind at a microphone.
  public var weights: [Float]
  /// The correction of each microphone, `[bin][microphone]`; 0 for unused ones.
  public var corrections: [SIMD2<Float>]
  /// The power of the filters' output if every microphone has noise of its own with a power of 1, `[bin]`.
  public var noiseGains: [Float]
  /// The level of the filters' output for sounds in front, `[bin]`.
  public var levels: [Float]
  /// The degree to which the bin may be replaced, 0 to 1, `[bin]`.
  public var shares: [Float]

  /// Tables of zeros for a number of bins.
  ///
  /// - Precondition: a valid window, two or more bins but no more than the window has, and watched ones among them.
  public init(
    rate: Double, window: Int, microphones: Int, delay: Int, bins: Int, watched: Range<Int>
  ) {
    precondition((64...2048).contains(window) && window & (window - 1) == 0 && delay >= 0)
    precondition(bins > 1 && bins <= window / 2 && watched.lowerBound > 0 && !watched.isEmpty)
    precondition(watched.upperBound <= bins && microphones > 0 && rate > 0)
    (self.rate, self.window, self.microphones, self.delay) = (rate, window, microphones, delay)
    (self.bins, self.watched) = (bins, watched)
    (singleBin, floor) = (bins, 1)
    parts = Array(repeating: .zero, count: bins * microphones * microphones)
    limits = Array(repeating: 0, count: bins * microphones)
    weights = limits
    corrections = Array(repeating: .zero, count: bins * microphones)
    noiseGains = Array(repeating: 0, count: bins)
    levels = noiseGains
    shares = noiseGains
  }

  /// Frames from one window to the next.
  public var hop: Int { window / 2 }
}
