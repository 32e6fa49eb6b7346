import Acoustics
import Glibc

/// Fits the delays and levels of channels relative to a reference.
///
/// All channels of one sound get the same weights over the frequency band.
struct BandFit {
  private let frequencies: [Double]
  /// The weight of the phase in each bin.
  private let weights: [Double]
  /// The weight of the level in each bin; 0 above the highest frequency at which levels are compared.
  private let lowWeights: [Double]
  /// For each bin, the fraction of the reference's power that comes from the sound.
  private let shares: [Double]
  private let blocks: Double
  private let stretch: SoundStretch

  /// Creates a fit, weighted by the coherence of all channels with the reference, or at an onset by the reference's
  /// power.
  init(
    frequencies: [Double], highestForLevels: Double, spectra: [CrossSpectrum], blocks: Int,
    stretch: SoundStretch
  ) {
    let count = Double(max(1, spectra.count))
    let weights =
      stretch == .whole
      ? frequencies.indices.map { bin in spectra.reduce(0) { $0 + $1.weight(bin) } / count }
      : Self.powerWeights(spectra, bins: frequencies.count)
    self.stretch = stretch
    self.frequencies = frequencies
    self.weights = weights
    self.blocks = Double(blocks)
    lowWeights = zip(frequencies, weights).map { $0 <= highestForLevels ? $1 : 0 }
    // If the noise is equal in every channel, the coherence is the square of the fraction that comes from the sound.
    shares = frequencies.indices.map { bin in
      max(0.1, spectra.reduce(0) { $0 + $1.shares[bin] } / count).squareRoot()
    }
  }

  /// The power of the reference relative to its mean, but 0 where the channels are not coherent.
  private static func powerWeights(_ spectra: [CrossSpectrum], bins: Int) -> [Double] {
    guard let reference = spectra.first?.reference else { return [] }
    let mean = max(1e-300, reference.reduce(0, +) / Double(max(1, bins)))
    return (0..<bins).map { bin in
      let share = spectra.reduce(0) { $0 + $1.shares[bin] } / Double(spectra.count)
      return share < CrossSpectrum.leastShare ? 0 : reference[bin] / mean
    }
  }

  /// The frequencies of the bins in hertz, with the weights they have in a delay.
  var slopeWeights: [(frequency: Double, weight: Double)] {
    zip(frequencies, weights).map { frequency, weight in
      let radians = 2 * .pi * frequency
      return (frequency, weight * radians * radians)
    }
  }

  /// The frequencies of the bins in hertz, with the weights they have in a level.
  var levelWeights: [(frequency: Double, weight: Double)] {
    zip(frequencies, lowWeights).map { ($0, $1) }
  }

  /// The delay in seconds of a channel relative to the reference, not counting the shift of its blocks, and the
  /// standard error of this delay.
  func delay(of spectrum: CrossSpectrum, polarity: Double) -> (value: Double, error: Double) {
    let slope = max(1e-300, slopeWeights.reduce(0) { $0 + $1.weight })
    var delay = 0.0
    for _ in 0..<Self.rounds {
      let sum = frequencies.indices.reduce(0.0) { sum, bin in
        let radians = 2 * .pi * frequencies[bin]
        let turned = spectrum.cross[bin] * Complex.turn(radians * delay) * polarity
        return sum + weights[bin] * radians * atan2(turned.im, turned.re)
      }
      delay -= sum / slope
    }
    let variance = frequencies.indices.reduce(0.0) { sum, bin in
      let weight = weights[bin] * 2 * .pi * frequencies[bin]
      return sum + weight * weight * self.variance(spectrum, bin)
    }
    return (delay, variance.squareRoot() / slope)
  }

  /// The level in decibels of a channel relative to the sound in the reference, and the standard error of this level.
  func level(of spectrum: CrossSpectrum) -> (value: Double, error: Double) {
    let total = max(1e-300, lowWeights.reduce(0, +))
    var (sum, variance) = (0.0, 0.0)
    if stretch == .onset { return (bandLevel(of: spectrum), Self.onsetError) }
    for bin in frequencies.indices where lowWeights[bin] > 0 {
      let ratio = spectrum.cross[bin].magnitude / (spectrum.reference[bin] * shares[bin])
      sum += lowWeights[bin] * log(max(1e-12, ratio))
      variance += lowWeights[bin] * lowWeights[bin] * self.variance(spectrum, bin)
    }
    return (Self.decibels * sum / total, Self.decibels * variance.squareRoot() / total)
  }

  /// The level in decibels of a channel relative to the reference, over the whole band.
  private func bandLevel(of spectrum: CrossSpectrum) -> Double {
    var (power, reference) = (1e-300, 1e-300)
    for bin in frequencies.indices where lowWeights[bin] > 0 {
      power += spectrum.power[bin]
      reference += spectrum.reference[bin]
    }
    return Self.decibels / 2 * log(power / reference)
  }

  /// The variance of a phase in radians, which is also the variance of a level in nepers.
  ///
  /// - Source: J. Bendat and A. Piersol, "Random Data", section 9.2: (1 - coherence) / (2 coherence blocks).
  private func variance(_ spectrum: CrossSpectrum, _ bin: Int) -> Double {
    1 / (2 * blocks * max(spectrum.weight(bin), Self.leastWeight))
  }

  /// The standard error in decibels that the first reflections cause in a level at an onset, as measured in simulated
  /// rooms.
  private static let onsetError = 0.1
  /// The decibels that correspond to an amplitude ratio of e.
  private static let decibels = 8.685889638065035
  /// The number of rounds of a fit; each removes from the phases the delay that the previous round found.
  private static let rounds = 3
  /// The smallest weight used in a variance; it limits the variance of a bin that contains only noise.
  private static let leastWeight = 0.1
}

extension Complex {
  /// The phasor e^{j angle}.
  static func turn(_ angle: Double) -> Complex { Complex(cos(angle), sin(angle)) }
}
