import Acoustics

/// The cost of filters that only work with microphones that are exactly alike.
///
/// Microphone m receives the response d_m and has the filters l_m and r_m; the ears hear L = sum of l_m d_m and R. If
/// its gain and phase are off by a small complex number, ln(L / R) changes by (l_m d_m / L - r_m d_m / R) times that
/// number. With independent errors of variance s the square of the level difference's error, in nepers, grows by s / 2
/// times the sum of |l_m d_m / L - r_m d_m / R|^2; with |d_m| = 1 that is S(ll) / |L|^2 + S(rr) / |R|^2 - 2 Re(S(lr)
/// conj(L conj R)) / (|L|^2 |R|^2), S(ab) being the sum of a_m conj(b_m).
///
/// - Source: first-order propagation of errors; the sums are those of the white noise gain (Cox, Zeskind, Kooij,
///   "Practical supergain", IEEE Trans. ASSP 34, 1986), here per direction and for the difference of two ears.
struct MismatchCost {
  /// The sums over the microphones at one frequency, or the slopes of a cost along them.
  struct Sums {
    var left = 0.0
    var right = 0.0
    var cross = Complex.zero
  }

  /// The variance of the errors, per bin.
  private let variances: [Double]
  /// The share of each bin in the cost: alike per octave.
  private let shares: [Double]
  /// The number of directions around the horizon, and of groups of four.
  private let count: Int
  private let chunks: Int

  /// The square of decibels per neper, halved.
  private static let scale = 0.5 * 8.685889638065035 * 8.685889638065035

  /// The cost for microphones with such errors.
  ///
  /// - Parameter range: the frequencies that count, hertz.
  init(
    _ variance: MicrophoneVariance, directions: RefinementDirections, bins: Int, step: Double,
    range: ClosedRange<Double>
  ) {
    variances = (0..<bins).map { variance.at(Double($0) * step) }
    count = directions.horizonCount
    chunks = DirectionGrid.chunks(directions.horizonCount)
    let values = (0..<bins).map { bin in
      range.contains(Double(bin) * step) ? 1 / Double(bin) : 0
    }
    let total = values.reduce(0, +) * Double(count)
    shares = values.map { $0 / total }
  }

  /// The mean square error in decibels squared that mismatch adds to level differences, for powers `[chunk][bin]` and
  /// spectra of both ears' filters `[ear][microphone][bin]`; adds to both gradients.
  ///
  /// Where errors are large it grows no further: s V / (1 + s V) instead of s V.
  func add(
    _ powers: [BandValues], spectra: [Complex], length: Int, weight: Double,
    to slopes: inout [BandValues]
  ) -> (cost: Double, along: [Sums]) {
    let rows = spectra.count / length
    var along = [Sums](repeating: Sums(), count: shares.count)
    var cost = 0.0
    for bin in shares.indices where shares[bin] > 0 {
      let sums = Self.sums(spectra, rows: rows, length: length, bin: bin)
      var slope = Sums()
      for chunk in 0..<chunks {
        cost += add(
          powers[chunk * shares.count + bin], sums, bin: bin, lanes: min(4, count - 4 * chunk),
          weight: weight, to: &slopes[chunk * shares.count + bin], &slope)
      }
      along[bin] = slope
    }
    return (cost, along)
  }

  /// One frequency of four directions.
  private func add(
    _ power: BandValues, _ sums: Sums, bin: Int, lanes: Int, weight: Double,
    to slopes: inout BandValues, _ along: inout Sums
  ) -> Double {
    let tiny = SIMD4<Double>(repeating: 1e-12)
    let (l, r) = (1 / (power.left + tiny), 1 / (power.right + tiny))
    let both = l * r
    let turned = (power.crossRe * sums.cross.re + power.crossIm * sums.cross.im) * 2
    let raw = l * sums.left + r * sums.right - turned * both
    let error = raw.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1e12)) * variances[bin]
    let damped = 1 / (error + 1)
    var share = SIMD4<Double>.zero
    for lane in 0..<lanes { share[lane] = weight * Self.scale * shares[bin] }
    let slope = share * damped * damped * variances[bin]
    slopes.left += slope * (turned * both - l * sums.left) * l
    slopes.right += slope * (turned * both - r * sums.right) * r
    slopes.crossRe -= slope * both * (2 * sums.cross.re)
    slopes.crossIm -= slope * both * (2 * sums.cross.im)
    along.left += (slope * l).sum()
    along.right += (slope * r).sum()
    along.cross += Complex(
      (slope * both * power.crossRe).sum() * -2, (slope * both * power.crossIm).sum() * -2)
    return (share * error * damped).sum()
  }

  private static func sums(_ spectra: [Complex], rows: Int, length: Int, bin: Int) -> Sums {
    var sums = Sums()
    for n in 0..<rows / 2 {
      let (l, r) = (spectra[n * length + bin], spectra[(rows / 2 + n) * length + bin])
      sums.left += l.power
      sums.right += r.power
      sums.cross += l * r.conjugate
    }
    return sums
  }

  /// Adds slopes along the sums to those along the spectra.
  func spread(_ along: [Sums], spectra: [Complex], length: Int, to slopes: inout [Complex]) {
    let rows = spectra.count / length
    for (bin, slope) in along.enumerated() where shares[bin] > 0 {
      for n in 0..<rows / 2 {
        let (left, right) = (n * length + bin, (rows / 2 + n) * length + bin)
        let (l, r) = (spectra[left], spectra[right])
        slopes[left] += l * (2 * slope.left) + slope.cross * r
        slopes[right] += r * (2 * slope.right) + slope.cross.conjugate * l
      }
    }
  }
}
