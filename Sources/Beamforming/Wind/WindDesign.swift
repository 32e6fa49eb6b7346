/// The tables for detecting and reducing wind noise: what sounds from all around look like to the microphones at low
/// frequencies, and what the filters make of noise that differs at each of them.
///
/// The tables refer to uncorrected channels: they include gain, polarity and delay corrections. The bins match the
/// windows of ``DirectionalDesign``; the reduced ones begin with bin 0, which has no tables of its own.
public struct WindDesign: Sendable, Equatable {
  /// Frames per second.
  public let rate: Int
  /// Frames per window, a power of two; windows begin half a window apart.
  public let window: Int
  /// The number of input channels: the microphones of the board.
  public let microphones: Int
  /// The delay of the filters' output against the microphones, in frames.
  public let delay: Int
  /// The number of bins with wind reduction.
  public let bins: Int
  /// The bins in which wind is sought.
  public let watched: Range<Int>
  /// The bin from which a mean of several microphones would sound hollow.
  public let singleBin: Int
  /// The maximum wind reduction in decibels, in addition to the effect of choosing microphones.
  public let strength: Double
  /// Factors that split the microphones into parts without cross powers in diffuse sound, `[bin][part][microphone]`.
  public let parts: [SIMD2<Float>]
  /// The largest share of its power that a sound puts into a part, `[bin][part]`.
  public let limits: [Float]
  /// The weight of the excess power, `[bin][part]`: the weighted sum is the power of wind at a microphone.
  public let weights: [Float]
  /// The correction of each microphone, `[bin][microphone]`; 0 for unused ones.
  public let corrections: [SIMD2<Float>]
  /// The power of the filters' output for noise of power 1 at every microphone, mean of both ears, `[bin]`.
  public let noiseGains: [Float]
  /// The level of the filters' output for sounds in front on the horizon, relative to the microphones, `[bin]`.
  public let levels: [Float]
  /// The degree to which the bin may be replaced, 0 to 1, `[bin]`.
  public let shares: [Float]

  /// The default wind reduction in decibels.
  public static let standardStrength = 15.0
  /// The range of strengths.
  public static let strengths = 3.0...30.0
}
