import Acoustics

/// The cross spectrum and the coherence of one channel with a reference, bin by bin.
struct CrossSpectrum {
  /// The cross spectrum, whose phase falls with frequency if the channel is later than the reference.
  let cross: [Complex]
  /// The power of the channel.
  let power: [Double]
  /// The power of the reference.
  let reference: [Double]
  /// For each bin, the magnitude-squared coherence over a few neighbouring bins.
  let shares: [Double]
  /// The mean coherence of the bins, weighted by the power of the reference.
  let coherence: Double

  /// Computes the cross spectrum from the blocks of a channel and of the reference, `[block][bin]`.
  init(_ channel: [[Complex]], _ other: [[Complex]], _ stretch: SoundStretch) {
    let bins = channel.first?.count ?? 0
    var cross = [Complex](repeating: .zero, count: bins)
    var power = [Double](repeating: 0, count: bins)
    var reference = power
    for (a, b) in zip(channel, other) {
      for bin in 0..<bins {
        cross[bin] += a[bin] * b[bin].conjugate
        power[bin] += a[bin].power
        reference[bin] += b[bin].power
      }
    }
    self.cross = cross
    self.power = power
    let reach = Self.reach * stretch.padding
    self.reference = reference.map { max($0, 1e-300) }
    shares = (0..<bins).map { bin in
      let near = max(0, bin - reach)...min(bins - 1, bin + reach)
      var (sum, a, b) = (Complex.zero, 1e-300, 1e-300)
      for place in near {
        sum += cross[place]
        a += power[place]
        b += reference[place]
      }
      return sum.power / (a * b)
    }
    let total = reference.reduce(1e-300, +)
    coherence = zip(shares, reference).reduce(0) { $0 + $1.0 * $1.1 } / total
  }

  /// The signal-to-noise ratio that corresponds to the coherence in a bin; the variance of the phase is one half
  /// divided by this ratio.
  ///
  /// - Source: C. Knapp and G. Carter, 1976: the maximum likelihood weights, coherence / (1 - coherence).
  func weight(_ bin: Int) -> Double {
    let share = shares[bin]
    return share < Self.leastShare ? 0 : share / (1 - share + Self.smallestNoise)
  }

  /// The number of bins on each side, in a transform without padding, over which the coherence is computed, so that it
  /// is defined even for one block.
  private static let reach = 2
  /// The smallest coherence at which a bin has weight: five bins of noise have 0.2 by chance.
  static let leastShare = 0.5
  /// The smallest noise that a bin is assumed to have: no bin is trusted beyond 30 dB.
  private static let smallestNoise = 1e-3
}
