import Acoustics
import Glibc

/// Estimates the direction of a sound from a stereo signal that was made for a head.
///
/// It seeks the direction in the frontal half plane for which the differences between the head's ears match the
/// differences between the channels, in each auditory band: in phase below 1.5 kHz, and in level from 0.2 to 6 kHz.
/// Bands are weighted by the sound in them, and a band that disagrees with the rest has limited influence. The
/// localiser finds one sound at a time: if there are several, the result is the direction that fits them best.
///
/// - Source: the method of matching the cues of a head is by T. May, S. van de Par, A. Kohlrausch, IEEE Trans. Audio
///   Speech Lang. Process. 19 (2011); the interaural phase in bands below 1.4 kHz by M. Dietz, S. D. Ewert, V. Hohmann,
///   Speech Communication 53 (2011).
public struct Localiser: Sendable {
  private let rate: Int
  private let fftLength: Int
  private let cues: HeadCues
  private let bands: [Band]
  /// The width of the takes.
  let width: Double

  /// The frequency range in hertz of the bands whose differences are used.
  private static let range = 200.0...6000.0
  /// The frequency in hertz below which phase differences are used.
  private static let phaseLimit = 1500.0
  /// The largest distance in hertz between the frequencies that are analysed: half the width of the narrowest auditory
  /// band.
  private static let widestStep = 25.0

  /// One auditory band.
  private struct Band: Sendable {
    var centre: Double
    /// The first frequency that has a weight.
    var first: Int
    var weights: [Double]
  }

  /// Creates a localiser for takes made for a head.
  ///
  /// `width` is the width setting of the takes (``DesignSettings/width``).
  /// - Precondition: a measured head has two receivers, at least 4 directions, and the sample rate `rate`.
  public init(head: Head, rate: Int, width: Double = 1) {
    var length = 64
    while Double(rate) / Double(length) > Self.widestStep { length *= 2 }
    self.rate = rate
    self.width = width
    fftLength = length
    let responses = HeadResponses(head: head, rate: rate, fftLength: length, width: width)
    let cues = HeadCues(responses, highest: 1.5 * Self.range.upperBound)
    let all = ErbBands(rate: rate, fftLength: length)
    self.cues = cues
    bands = all.centres.enumerated().compactMap { band, centre in
      guard Self.range.contains(centre) else { return nil }
      let weights = all.weights[(band * all.bins)..<(band * all.bins + cues.bins)]
      let used = weights.indices.filter { weights[$0] >= 1e-7 }
      guard let first = used.first, let last = used.last else { return nil }
      return Band(
        centre: centre, first: first - weights.startIndex, weights: Array(weights[first...last]))
    }
  }

  /// Returns the levels, the differences and the direction of the sound in two channels.
  ///
  /// - Precondition: both channels have the same length.
  public func listen(left: [Float], right: [Float]) -> Heard {
    precondition(left.count == right.count, "two ears hear for the same time")
    var heard = Heard(
      leftLevel: Heard.level(left), rightLevel: Heard.level(right), timeDifference: 0, azimuth: 0)
    guard max(heard.leftLevel, heard.rightLevel) > Heard.silence else {
      heard.isSilent = true
      return heard
    }
    let spectrum = InterauralSpectrum(left: left, right: right, rate: rate, fftLength: fftLength)
    heard.timeDifference = spectrum.timeDifference
    heard.azimuth = azimuth(spectrum)
    return heard
  }

  /// The direction whose cues disagree least with the measured cues, interpolated with a parabola.
  private func azimuth(_ spectrum: InterauralSpectrum) -> Double {
    let observations = observe(spectrum)
    let costs = HeadCues.azimuths.indices.map { direction in
      observations.reduce(0) { $0 + $1.weight * disagreement($1, spectrum, direction) }
    }
    // Of equally good directions, take the most frontal: a head without width has the same cues everywhere.
    let frontal = HeadCues.azimuths.indices.sorted {
      (abs(HeadCues.azimuths[$0]), $0) < (abs(HeadCues.azimuths[$1]), $1)
    }
    guard let best = frontal.min(by: { costs[$0] < costs[$1] }) else { return 0 }
    let whole = Double(HeadCues.azimuths[best])
    guard best > 0, best < costs.count - 1 else { return whole }
    let (a, b, c) = (costs[best - 1], costs[best], costs[best + 1])
    let curvature = a - 2 * b + c
    return curvature > 0 ? whole + max(-0.5, min(0.5, (a - c) / (2 * curvature))) : whole
  }
}

// MARK: - Bands

extension Localiser {
  /// The typical error of a level difference in decibels: arrays with few microphones are this inaccurate.
  ///
  /// Together with ``timeDeviation``, this gives time differences, if there are any, the most influence, as for
  /// listeners (F. L. Wightman, D. J. Kistler, JASA 91 (1992)).
  private static let levelDeviation = 5.0
  /// The typical error of a time difference, in seconds.
  private static let timeDeviation = 40e-6
  /// The typical error of a phase difference, in radians.
  private static let phaseDeviation = 0.15
  /// Beyond this number of deviations, disagreement grows linearly instead of quadratically.
  private static let clip = 2.0
  /// Bands that are at most this many decibels softer than the loudest band have full weight.
  private static let fullRange = 20.0

  /// The cues measured in one band of the signal.
  private struct Observation {
    var band: Band
    var weight: Double
    /// The level of left relative to right, in decibels.
    var levelDifference: Double
    /// The coherence of the two channels in the band, 0 to 1.
    var coherence: Double
    /// The sum of the absolute values of the cross spectrum.
    var crossPower: Double
  }

  private func observe(_ spectrum: InterauralSpectrum) -> [Observation] {
    var powers: [Double] = []
    var observations: [Observation] = []
    for band in bands {
      var (left, right, common) = (0.0, 0.0, 0.0)
      for (offset, weight) in band.weights.enumerated() {
        let bin = band.first + offset
        left += weight * spectrum.left[bin]
        right += weight * spectrum.right[bin]
        common += weight * spectrum.cross[bin].magnitude
      }
      guard left + right > 0 else { continue }
      powers.append(left + right)
      let both = (left * right).squareRoot()
      observations.append(
        Observation(
          band: band, weight: 0, levelDifference: Self.decibels(left, right),
          coherence: both > 0 ? common / both : 0, crossPower: common))
    }
    let full = (powers.max() ?? 0) * pow(10, -Self.fullRange / 10)
    for (index, power) in powers.enumerated() {
      observations[index].weight = min(1, (power / full).squareRoot())
    }
    return observations
  }

  /// The disagreement between a band's cues and the head's cues for a direction.
  private func disagreement(
    _ observation: Observation, _ spectrum: InterauralSpectrum, _ direction: Int
  ) -> Double {
    let band = observation.band
    let start = direction * cues.bins + band.first
    var (left, right, agreement) = (0.0, 0.0, 0.0)
    for (offset, weight) in band.weights.enumerated() {
      let bin = band.first + offset
      // The total power of both ears is divided as the head would divide it, so that the spectrum of the sound does not
      // matter.
      let power = weight * (spectrum.left[bin] + spectrum.right[bin])
      let share = cues.leftShares[start + offset]
      left += power * share
      right += power * (1 - share)
      let (seen, expected) = (spectrum.cross[bin], cues.phasors[start + offset])
      agreement += weight * (seen.re * expected.re + seen.im * expected.im)
    }
    let level = (observation.levelDifference - Self.decibels(left, right)) / Self.levelDeviation
    var sum = Self.clipped(level * level)
    if band.centre < Self.phaseLimit, observation.crossPower > 0 {
      let time = 2 * Double.pi * band.centre * Self.timeDeviation
      let deviation = time * time + Self.phaseDeviation * Self.phaseDeviation
      // 2 (1 - cos x) is nearly x squared.
      let square = 2 * max(0, 1 - agreement / observation.crossPower) / deviation
      sum += observation.coherence * Self.clipped(square)
    }
    return sum
  }

  /// Returns a squared deviation that, once it is large, grows only linearly with the deviation.
  private static func clipped(_ square: Double) -> Double {
    let limit = clip * clip
    return 2 * limit * ((1 + square / limit).squareRoot() - 1)
  }

  /// A ratio of two powers in decibels, limited to 200.
  private static func decibels(_ left: Double, _ right: Double) -> Double {
    let floor = 1e-20 * (left + right)
    return 10 * log10((left + floor) / (right + floor))
  }
}
