import Acoustics
import Glibc

/// The gains and polarities of microphones, from low-frequency sound that reaches all of them
/// equally.
///
/// - Source: below 150 Hz, a board of 0.15 m is at most a fifteenth of a wavelength, so levels differ by less than 0.1
///   dB and phases by less than 25 degrees for any direction. A diffuse field is coherent there as well: sin(kd)/(kd)
///   > 0.97 (Cook et al., JASA 27, 1955).
struct SharedPressure {
  /// The result for one microphone.
  struct Match: Equatable {
    /// The microphone's gain in decibels relative to the median of all microphones.
    var gain: Double
    /// True if fewer than half of the microphones have the same polarity as this one.
    var isOpposite: Bool
    /// The mean coherence with the other microphones, 0 to 1.
    var coherence: Double
  }

  /// The range of frequencies, in hertz, in which pressures are compared.
  static let lowest = 30.0
  static let highest = 150.0
  /// The minimum coherence; if it is lower, self-noise or wind is louder than the shared sound.
  private static let leastCoherence = 0.8

  private let matches: [Match?]

  /// Compares the channels; `nil` if they have no sound in common.
  init?(_ spectra: SoundSpectra, channels: [Int]) {
    let bins = spectra.bins(from: Self.lowest, to: Self.highest).filter {
      !MainsHum.isNear(Double($0) * spectra.step)
    }
    let pairs = channels.indices.map { a in
      channels.indices.map { b in
        a == b
          ? Complex(1)
          : spectra.coherence(channels[a], channels[b], bins: bins)
      }
    }
    // Polarity is relative to the microphone that has the most in common with all others.
    let shares = pairs.map { row in row.reduce(0) { $0 + $1.magnitude } }
    guard let centre = shares.indices.max(by: { shares[$0] < shares[$1] }) else { return nil }
    let isShared = channels.indices.map { pairs[centre][$0].magnitude > Self.leastCoherence }
    let shared = channels.indices.filter { isShared[$0] }
    guard shared.count > 1 else { return nil }
    let opposite = channels.indices.map { pairs[centre][$0].re < 0 }
    let isMostOpposite = shared.filter { opposite[$0] }.count * 2 > shared.count
    let levels = channels.map {
      10 * log10(max(1e-30, spectra.power($0, bins: bins)))
    }
    let sorted = shared.map { levels[$0] }.sorted()
    let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    matches = channels.indices.map { place in
      guard isShared[place] else { return nil }
      let others = shared.filter { $0 != place }
      return Match(
        gain: levels[place] - median, isOpposite: opposite[place] != isMostOpposite,
        coherence: others.reduce(0) { $0 + pairs[place][$1].magnitude }
          / Double(max(1, others.count)))
    }
  }

  /// The result for a microphone; `nil` if it has too little sound in common with the others.
  func match(_ place: Int) -> Match? { matches[place] }
}
