/// The data that wind reduction needs about microphones and filters, bin by bin, starting with bin 0.
///
/// Complex numbers are pairs (real, imaginary). Bins from 1 on have their own tables; bin 0 behaves like bin 1.
public struct WindTables: Sendable, Equatable {
  /// The sample rate in frames per second.
  public var rate: Double
  /// The number of frames per window, a power of two from 64 to 2048.
  public var window: Int
  /// The number of input channels.
  public var microphones: Int
  /// The delay of the filters' output relative to the input, in frames.
  public var delay: Int
  /// The number of bins in which wind is reduced, starting with bin 0.
  public var bins: Int
  /// The bins in which wind is sought.
  public var watched: Range<Int>
  /// The first bin in which the best microphone replaces the filters, rather than a mean of several.
  public var singleBin: Int
  /// The lowest gain of the mixture that replaces the filters.
  public var floor: Float
  /// The factors that split the microphones' signals into parts that are uncorrelated in diffuse sound,
  /// `[bin][part][microphone]`.
  public var parts: [SIMD2<Float>]
  /// The largest share of its power that sound from any direction puts into a part, `[bin][part]`.
  public var limits: [Float]
  /// The weight of each part's excess power, `[bin][part]`; zero where sound and wind cannot be distinguished.
  ///
  /// The weighted sum of the excess powers is the power of wind at a microphone.
  public var weights: [Float]
  /// The correction of each microphone, `[bin][microphone]`; 0 for microphones not in use.
  public var corrections: [SIMD2<Float>]
  /// The power of the filters' output if every microphone has independent noise of power 1, `[bin]`.
  public var noiseGains: [Float]
  /// The level of the filters' output for sounds in front, `[bin]`.
  public var levels: [Float]
  /// The degree to which wind reduction may replace each bin, 0 to 1, `[bin]`.
  public var shares: [Float]

  /// Creates tables of zeros for a number of bins.
  ///
  /// - Precondition: the window is valid, there are at least two bins but no more than the window has, and the watched
  ///   bins are among them.
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

  /// The number of frames from the start of one window to the start of the next.
  public var hop: Int { window / 2 }
}
