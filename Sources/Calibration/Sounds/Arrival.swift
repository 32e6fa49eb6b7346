import Acoustics
import Glibc

/// The delay and the level of one sound in every channel, relative to a reference channel.
///
/// The fit starts at the delay where the whitened cross-correlation has its largest magnitude. Then a line is fitted to
/// the phase of the cross spectrum over frequency, with each bin weighted by its coherence; its slope is the delay.
/// Every channel is read with the initial delay, so that the delay does not reduce the coherence. At an onset in a
/// room, the disturbance consists of reflections, which are as coherent as the sound itself. So there the bins are
/// weighted by their power, because a reflection that cancels the sound leaves little power; and levels cover the whole
/// band.
///
/// - Source: C. Knapp and G. Carter, "The generalized correlation method for estimation of time delay", IEEE Trans.
///   ASSP 24, 1976, for weights and variances; A. Piersol, "Time delay estimation using phase data", IEEE Trans. ASSP
///   29, 1981, for the slope.
struct Arrival {
  /// The delay in seconds of each channel, relative to the reference.
  var delays: [Double]
  /// The level in decibels of each channel, relative to the reference.
  var levels: [Double]
  /// The standard errors of ``delays``, which follow from the coherence.
  var delayErrors: [Double]
  /// The standard errors of ``levels``.
  var levelErrors: [Double]
  /// The coherence of each channel with the reference, 0 to 1.
  var coherences: [Double]
  /// The frequencies in hertz of the bins in the band, with the weights they have in the fitted slope.
  let slopeWeights: [(frequency: Double, weight: Double)]
  /// The frequencies in hertz of the bins, with the weights they have in the levels.
  let levelWeights: [(frequency: Double, weight: Double)]

  /// Measures a sound with channels of known polarity.
  ///
  /// - Parameters:
  ///   - polarities: 1 or -1 for each channel.
  ///   - start: delays that are correct to within half a period of the highest frequency.
  init(
    _ listening: CalibrationListening, frames: Range<Int>, polarities: [Double],
    start: [Double]
  ) {
    let shifts = start.map { Int(($0 * listening.rate).rounded()) }
    let blocks = SoundBlocks(
      listening.signals, frames: frames, shifts: shifts, band: listening.bins,
      transform: listening.transform, stretch: listening.stretch)
    let reference = listening.reference
    let spectra = blocks.spectra.map {
      CrossSpectrum($0, blocks.spectra[reference], listening.stretch)
    }
    let others = spectra.indices.filter { $0 != reference && listening.isHeard[$0] }
    let fit = BandFit(
      frequencies: listening.frequencies, highestForLevels: listening.highestForLevels,
      spectra: others.map { spectra[$0] }, blocks: blocks.spectra[reference].count,
      stretch: listening.stretch)
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

  /// The smallest standard error of a delay in seconds: no model of a room and a board is accurate to better than a
  /// tenth of a millimetre.
  private static let leastDelayError = 0.25e-6
  /// The smallest standard error of a level in decibels; it is a quarter of a percent.
  private static let leastLevelError = 0.02
}
