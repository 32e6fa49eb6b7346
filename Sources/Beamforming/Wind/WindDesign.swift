/// The tables for detecting and reducing wind noise: the response of the microphones to sounds from all around at low
/// frequencies, and the response of the filters to noise that differs from microphone to microphone.
///
/// The tables apply to the uncorrected channels, so they include the corrections of gain, polarity and delay. The bins
/// match the windows of ``DirectionalDesign``; wind is reduced from bin 0 on, although that bin has no tables of its
/// own.
public struct WindDesign: Sendable, Equatable {
  /// The sample rate in frames per second.
  public let rate: Int
  /// The number of frames per window, a power of two; windows begin half a window apart.
  public let window: Int
  /// The number of input channels: the microphones of the board.
  public let microphones: Int
  /// The delay of the filters' output relative to the microphones, in frames.
  public let delay: Int
  /// The number of bins in which wind is reduced.
  public let bins: Int
  /// The bins in which wind is sought.
  public let watched: Range<Int>
  /// The first bin in which a mean of several microphones would sound hollow.
  public let singleBin: Int
  /// The maximum wind reduction in decibels, in addition to the reduction achieved by choosing the best microphones.
  public let strength: Double
  /// The factors that split the microphones' signals into parts that are uncorrelated in diffuse sound,
  /// `[bin][part][microphone]`.
  public let parts: [SIMD2<Float>]
  /// The largest share of its power that sound from any direction puts into a part, `[bin][part]`.
  public let limits: [Float]
  /// The weight of each part's excess power, `[bin][part]`; the weighted sum is the power of wind at a microphone.
  public let weights: [Float]
  /// The correction of each microphone, `[bin][microphone]`; 0 for microphones not in use.
  public let corrections: [SIMD2<Float>]
  /// The power of the filters' output if every microphone has independent noise of power 1, as the mean of both ears,
  /// `[bin]`.
  public let noiseGains: [Float]
  /// The level of the filters' output for sounds in front on the horizon, relative to the microphones, `[bin]`.
  public let levels: [Float]
  /// The degree to which wind reduction may replace each bin, 0 to 1, `[bin]`.
  public let shares: [Float]

  /// The default wind reduction in decibels.
  public static let standardStrength = 15.0
  /// The permitted range of the strength, in decibels.
  public static let strengths = 3.0...30.0
}
