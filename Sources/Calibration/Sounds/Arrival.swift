import Acoustics
import Glibc

/// When, how loud and which way up one sound arrived in every channel, against a reference channel.
///
/// The start is the largest magnitude of the whitened cross-correlation; then the slope of the phase of the cross
/// spectrum over frequency is fitted, each bin with the weight that its coherence gives it. Blocks of every channel are
/// read with the delay that was found first, so that a delay does not look like noise.
///
/// - Source: C. Knapp and G. Carter, "The generalized correlation method for estimation of time delay", IEEE Trans. ASSP
///   24, 1976, for weights and variances; A. Piersol, "Time delay estimation using phase data", IEEE Trans. ASSP 29,
///   1981, for the slope.
struct Arrival {
  /// Seconds by which a channel is later than the reference, by channel.
  var delays: [Double]
  /// Decibels by which a channel is louder than the reference, by channel.
  var levels: [Double]
  /// Standard errors of ``delays``, from the coherence.
  var delayErrors: [Double]
  /// Standard errors of ``levels``.
  var levelErrors: [Double]
  /// What part of a channel's power it has in common with the reference, 0 to 1.
  var coherences: [Double]
  /// Hertz of the bins of the band, with their weight in the slope.
  let slopeWeights: [(frequency: Double, weight: Double)]
  /// Hertz of the bins, with their weight in the levels.
  let levelWeights: [(frequency: Double, weight: Double)]

  /// What is measured of a sound whose polarities are known.
  ///
  /// - Parameters:
  ///   - polarities: 1 or -1 by channel.
  ///   - start: delays that are right within half a period of the highest frequency.
  init(
    _ listening: CalibrationListening, frames: Range<Int>, polarities: [Double],
    start: [Double]
  ) {
    let shifts = start.map { Int(($0 * listening.rate).rounded()) }
    let blocks = SoundBlocks(
      listening.signals, frames: frames, shifts: shifts, band: listening.bins,
      transform: listening.transform)
    let reference = listening.reference
    let spectra = blocks.spectra.map { CrossSpectrum($0, blocks.spectra[reference]) }
    let others = spectra.indices.filter { $0 != reference && listening.isHeard[$0] }
    let fit = BandFit(
      frequencies: listening.frequencies, highestForLevels: listening.highestForLevels,
      spectra: others.map { spectra[$0] }, blocks: blocks.spectra[reference].count)
    slopeWeights = fit.slopeWeights
    levelWeights = fit.levelWeights
    coherences = spectra.map(\.coherence)
    let slopes = spectra.indices.map { fit.delay(of: spectra[$0], polarity: polarities[$0]) }
    let loudness = spectra.map { fit.level(of: $0) }
    delays = spectra.indices.map {
      ($0 == reference ? 0 : slopes[$0].value) + Double(shifts[$0]) / listening.rate
    }
    levels = spectra.indices.map { $0 == reference ? 0 : loudness[$0].value }
    delayErrors = slopes.map { max(Self.leastDelayError, $0.error) }
    levelErrors = loudness.map { max(Self.leastLevelError, $0.error) }
  }

  /// Seconds within which no model of a room and a board is right: what a tenth of a millimetre makes.
  private static let leastDelayError = 0.25e-6
  /// Decibels within which none is: a quarter of a percent.
  private static let leastLevelError = 0.02
}
