import Acoustics
import Boards
import Glibc

/// The difference between the two sides of a stereo signal, positive to the RIGHT as in ``DesignCurves``.
///
/// It allows a recording to be compared with the prediction for its filters.
public struct SideDifference: Sendable, Equatable {
  /// The level of the right channel relative to the left in decibels: the mean over the octaves in
  /// ``Figures/placeOctaves``, where each octave is the mean of its auditory bands.
  public var decibels: Double
  /// The time in microseconds by which the right channel would lead if the sound were pink noise, found by
  /// cross-correlation below 1.5 kHz.
  public var microseconds: Double

  /// Creates a difference from its parts.
  public init(decibels: Double, microseconds: Double) {
    self.decibels = decibels
    self.microseconds = microseconds
  }

  /// The largest distance in hertz between the frequencies that are analysed: half the width of the narrowest auditory
  /// band in use.
  private static let widestStep = 30.0

  /// A frequency with less than this share of the mean power counts as absent from the sound, and is not boosted any
  /// further.
  private static let leastPart = 0.01

  /// Measures the difference in a short piece of a stereo signal; `nil` if one of the channels is silent.
  ///
  /// Predictions are for sounds with a flat spectrum, but the spectrum of a clap is not flat. So the powers of the
  /// signal are divided by the powers at the microphones, frequency by frequency.
  ///
  /// - Parameter microphones: the same sound at the microphones; if there is none, the spectrum stays unchanged.
  /// - Precondition: all channels have the same length.
  public init?(left: [Float], right: [Float], microphones: [[Float]] = [], rate: Int) {
    precondition(
      ([right] + microphones).allSatisfy { $0.count == left.count }, "channels of one signal")
    var length = 64
    while length < left.count || Double(rate) / Double(length) > Self.widestStep { length *= 2 }
    let transform = RealFourierTransform(length: length)
    let l = transform.forward(left.map(Double.init))
    let r = transform.forward(right.map(Double.init))
    let weights = Self.weights(microphones, transform)
    let bands = ErbBands(rate: rate, fftLength: length)
    let octaves = SectorLevels.octaves(rate: rate).filter { Figures.placeOctaves.contains($0) }
    let levels: [Double] = octaves.compactMap {
      Self.level(l, r, weights, octave: $0, bands: bands)
    }
    guard !levels.isEmpty, levels.count == octaves.count else { return nil }
    decibels = levels.reduce(0, +) / Double(levels.count)
    let step = Double(rate) / Double(length)
    let delay = InterauralCues.delay(
      step: step, count: transform.bins, weight: InterauralCues.pinkLowPass
    ) { l[$0] * r[$0].conjugate * weights[$0] }
    microseconds = -delay * 1e6
  }

  /// The factor for the power at each frequency that gives the sound a flat spectrum.
  private static func weights(
    _ microphones: [[Float]], _ transform: RealFourierTransform
  ) -> [Double] {
    guard !microphones.isEmpty else { return [Double](repeating: 1, count: transform.bins) }
    var powers = [Double](repeating: 0, count: transform.bins)
    for microphone in microphones {
      for (bin, value) in transform.forward(microphone.map(Double.init)).enumerated() {
        powers[bin] += value.power
      }
    }
    let mean = powers.reduce(0, +) / Double(powers.count)
    return powers.map { 1 / max($0, leastPart * mean, .leastNormalMagnitude) }
  }

  /// The level of right relative to left in decibels: the mean over the auditory bands in an octave.
  private static func level(
    _ left: [Complex], _ right: [Complex], _ weights: [Double], octave: Double, bands: ErbBands
  ) -> Double? {
    let root = 2.0.squareRoot()
    let inside = bands.centres.indices.filter {
      (octave / root..<octave * root).contains(bands.centres[$0])
    }
    var sum = 0.0
    for band in inside {
      let (l, r) = (power(left, weights, band, bands), power(right, weights, band, bands))
      guard l > 0, r > 0 else { return nil }
      sum += 10 * log10(r / l)
    }
    return inside.isEmpty ? nil : sum / Double(inside.count)
  }

  /// The power of a spectrum in an auditory band.
  private static func power(
    _ spectrum: [Complex], _ weights: [Double], _ band: Int, _ bands: ErbBands
  ) -> Double {
    var sum = 0.0
    for bin in 0..<bands.bins {
      sum += bands.weights[band * bands.bins + bin] * weights[bin] * spectrum[bin].power
    }
    return sum
  }
}

extension DesignCurves {
  /// The difference that is predicted for a sound from one side; `nil` for mono.
  ///
  /// It is the mean over the directions within a number of degrees of an azimuth.
  public func sideDifference(at azimuth: Double, within degrees: Double) -> SideDifference? {
    let places = azimuths.indices.filter { abs(azimuths[$0] - azimuth) <= degrees }
    let rows = octaves.indices.filter { Figures.placeOctaves.contains(octaves[$0]) }
    guard !levelDifferences.isEmpty, !places.isEmpty, !rows.isEmpty else { return nil }
    let levels = rows.flatMap { row in places.map { levelDifferences[row][$0] } }
    return SideDifference(
      decibels: levels.reduce(0, +) / Double(levels.count),
      microseconds: places.reduce(0) { $0 + pinkTimeDifferencesMicroseconds[$1] }
        / Double(places.count))
  }
}
