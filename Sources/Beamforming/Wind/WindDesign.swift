/// The tables with which the noise of wind is told from sound and reduced: what sounds from all around look like to the
/// microphones at low frequencies, and what filters make of noise that is another at each of them.
///
/// Tables refer to channels as they come: gain, polarity and delay corrections are in them. Bins are those of the
/// windows of ``DirectionalDesign``; those that are reduced begin with bin 0, which has no tables of its own.
public struct WindDesign: Sendable, Equatable {
  /// Frames per second.
  public let rate: Int
  /// Frames per window, a power of two; windows begin half a window apart.
  public let window: Int
  /// The number of input channels: the microphones of the board.
  public let microphones: Int
  /// Frames by which the filters' output is later than the microphones.
  public let delay: Int
  /// The number of bins in which wind is reduced.
  public let bins: Int
  /// The bins in which wind is looked for.
  public let watched: Range<Int>
  /// The bin from which on a mean of several microphones would be hollow.
  public let singleBin: Int
  /// The decibels by which wind is reduced at most, beside what the choice of microphones brings.
  public let strength: Double
  /// Factors that take the microphones apart into parts of which diffuse sound has no cross powers,
  /// `[bin][part][microphone]`.
  public let parts: [SIMD2<Float>]
  /// The largest share of its power that a sound puts into a part, `[bin][part]`.
  public let limits: [Float]
  /// The weight of what is above it, `[bin][part]`: the weighted sum is the power of wind at a microphone.
  public let weights: [Float]
  /// The correction of each microphone, `[bin][microphone]`; 0 for those that are not in use.
  public let corrections: [SIMD2<Float>]
  /// The power of the filters' output for noise of power 1 at every microphone, mean of both ears, `[bin]`.
  public let noiseGains: [Float]
  /// The level of the filters' output for sounds in front on the horizon, against the microphones, `[bin]`.
  public let levels: [Float]
  /// How far the bin may be replaced, 0 to 1, `[bin]`.
  public let shares: [Float]

  /// The decibels by which wind is reduced by default.
  public static let standardStrength = 15.0
  /// The strengths that there are.
  public static let strengths = 3.0...30.0
}
