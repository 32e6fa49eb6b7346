import Acoustics
import Glibc

/// A filter that makes sound from outside a sector softer, window by window, and preserves the binaural cues of the
/// sound that remains.
///
/// Diffuse sound gets one gain. In every band, two waves, one from inside the sector and one from outside, are taken
/// out of the stereo and put back with gains of their own. Both ears always get the same gain, so that everything stays
/// in place. The powers of the waves and of diffuse sound follow from the power in each of the two directions and the
/// power in all signals. The outside direction is chosen so that the two directions together explain the sound best.
///
/// - Source: O. Thiergart and others, as for ``FocusTables``; partial noise estimation is after T. Klasen and others,
///   Binaural noise reduction algorithms for hearing aids that preserve interaural time delay cues, IEEE Trans. Signal
///   Process. 55(4), 2007.
package final class FocusFilter {
  /// One window of stereo.
  package struct Ears {
    /// The spectra of the left and the right channel.
    package var left: [Complex]
    package var right: [Complex]

    /// Creates a window from its two spectra.
    package init(left: [Complex], right: [Complex]) { (self.left, self.right) = (left, right) }
  }

  private let tables: FocusTables
  /// Recursive means: the power of all signals together, `[band]`, and the power in each direction,
  /// `[band][direction]`.
  private var totals: [Double]
  private var powers: [[Double]]
  /// For directions inside the sector, their smoothed scores; for directions outside, the smoothed shares of the sound
  /// that they explain.
  private var scores: [Double]
  private var explained: [Double]
  private let kept: (power: Double, score: Double)

  private static let powerSeconds = 0.03
  private static let scoreSeconds = 0.06
  /// The smallest determinant that is allowed in the equations for the two powers.
  private static let leastDeterminant = 0.02
  /// The largest share of the power that the two waves may have, and the smallest share that diffuse sound may have.
  private static let mostWaves = 0.98
  private static let leastDiffuse = 0.005
  /// The amount by which the share of a band's sound that another outside direction explains must exceed the share of
  /// the usual outside direction.
  private static let margin = 0.02
  /// The weight of diffuse sound beside a wave, which keeps diffuse sound from passing along with the wave.
  private static let diffuseFactor = 3.0
  private static let silence = 1e-24

  /// Creates a filter that has not heard any sound yet.
  package init(_ tables: FocusTables) {
    self.tables = tables
    let count = tables.azimuths.count
    totals = Array(repeating: 0, count: tables.bands.count)
    powers = tables.bands.map { _ in Array(repeating: 0, count: count) }
    scores = Array(repeating: 0, count: count)
    explained = scores
    let hop = Double(tables.window / 2) / Double(tables.rate)
    kept = (exp(-hop / Self.powerSeconds), exp(-hop / Self.scoreSeconds))
  }

  /// Processes one window of the microphones in use, `[microphone][bin]`, and of the stereo made from them.
  ///
  /// - Parameter beliefs: for each band, the extent to which the stereo already has the desired ears, 0 to 1.
  /// - Returns: the stereo with the sector emphasised, and the sector's part of the stereo alone.
  package func process(
    _ microphones: [[Complex]], _ ears: Ears, beliefs: [Float]
  ) -> (whole: Ears, inside: Ears) {
    let signals = (0..<tables.bins).map { whitened(microphones, $0) }
    for band in tables.bands.indices { measure(band, signals) }
    let inner = innerDirection()
    let outer = outerDirections(inner)
    var whole = Ears(left: ears.left, right: ears.right)
    for bin in 0..<tables.bins {
      whole.left[bin] = ears.left[bin] * tables.diffuseGain
      whole.right[bin] = ears.right[bin] * tables.diffuseGain
    }
    let none = [Complex](repeating: .zero, count: tables.bins)
    var inside = Ears(left: none, right: none)
    guard let inner else { return (whole, inside) }
    for (band, bins) in tables.bands.enumerated() where totals[band] > Self.silence {
      let outerOfBand = band < tables.scannedBands ? outer.ofBand[band] : outer.all
      let powers = split(band, inner, outerOfBand)
      for bin in bins {
        let waves = amplitudes(signals[bin], bin, inner, outerOfBand, powers)
        let belief = Double(beliefs[band])
        add(waves.inner, from: inner, bin, belief, to: &whole, &inside)
        if let outerOfBand {
          add(waves.outer, from: outerOfBand, bin, belief, to: &whole, &inside)
        }
      }
    }
    return (whole, inside)
  }

  /// The whitened signals T x of a bin.
  private func whitened(_ microphones: [[Complex]], _ bin: Int) -> [Complex] {
    let (order, matrix) = (microphones.count, tables.whitening[bin])
    let corrected = (0..<order).map { microphones[$0][bin] * tables.corrections[bin][$0] }
    return (0..<order).map { row in
      var sum = Complex.zero
      for n in 0..<order { sum += matrix[row * order + n] * corrected[n] }
      return sum
    }
  }

  /// The product a^H b.
  static func product(_ a: [Complex], _ b: [Complex]) -> Complex {
    var (re, im) = (0.0, 0.0)
    for n in 0..<a.count {
      re += a[n].re * b[n].re + a[n].im * b[n].im
      im += a[n].re * b[n].im - a[n].im * b[n].re
    }
    return Complex(re, im)
  }

  /// Updates the means of a band.
  private func measure(_ band: Int, _ signals: [[Complex]]) {
    let bins = tables.bands[band]
    var total = 0.0
    for bin in bins { total += signals[bin].reduce(0) { $0 + $1.power } }
    totals[band] = kept.power * totals[band] + (1 - kept.power) * total
    guard totals[band] > Self.silence else {
      totals[band] = 0
      for n in powers[band].indices { powers[band][n] = 0 }
      return
    }
    for n in powers[band].indices {
      var power = 0.0
      for bin in bins { power += Self.product(tables.waves[bin][n], signals[bin]).power }
      powers[band][n] = kept.power * powers[band][n] + (1 - kept.power) * power
    }
  }

  /// The direction inside the sector on which most bands agree; `nil` for silence.
  private func innerDirection() -> Int? {
    for n in tables.inside {
      var score = 0.0
      for band in 0..<tables.scannedBands where totals[band] > 0 {
        let floor = tables.floors[band][n]
        let share = max(0, (powers[band][n] / totals[band] - floor) / max(1 - floor, 1e-3))
        score += share * share
      }
      scores[n] = kept.score * scores[n] + (1 - kept.score) * score
    }
    return tables.inside.max { scores[$0] < scores[$1] }
  }

  /// The outside directions that, together with the inside direction, explain most of the sound: one over time, and one
  /// for each band.
  private func outerDirections(_ inner: Int?) -> (all: Int?, ofBand: [Int?]) {
    let none = [Int?](repeating: nil, count: tables.scannedBands)
    guard let inner, !tables.outside.isEmpty else { return (nil, none) }
    var now = [Double](repeating: 0, count: tables.azimuths.count)
    for o in tables.outside {
      for band in 0..<tables.scannedBands where totals[band] > 0 {
        now[o] += share(band, inner, o)
      }
      explained[o] = kept.score * explained[o] + (1 - kept.score) * now[o]
    }
    let steady = tables.outside.max { explained[$0] < explained[$1] }
    let sudden = tables.outside.max { now[$0] < now[$1] }
    guard let steady, let sudden else { return (nil, none) }
    let ofBand = (0..<tables.scannedBands).map { band -> Int? in
      guard steady != sudden, totals[band] > 0 else { return steady }
      let isBetter = share(band, inner, sudden) > share(band, inner, steady) + Self.margin
      return isBetter ? sudden : steady
    }
    return (steady, ofBand)
  }

  private func share(_ band: Int, _ inner: Int, _ outer: Int) -> Double {
    let powers = split(band, inner, outer)
    return (powers.inner + powers.outer) / totals[band]
  }

  /// Splits the power of a band into the powers of the waves from both directions and the power of diffuse sound in
  /// each signal.
  private func split(
    _ band: Int, _ i: Int, _ o: Int?
  ) -> (inner: Double, outer: Double, diffuse: Double) {
    let (total, order) = (totals[band], Double(tables.microphones.count))
    let a = (1 + tables.errors[band][i], o.map { 1 + tables.errors[band][$0] } ?? 1)
    let y = (
      powers[band][i] - total / order, o.map { powers[band][$0] - total / order } ?? 0
    )
    let alone = (max(0, y.0 / max(1 - a.0 / order, 0.1)), max(0, y.1 / max(1 - a.1 / order, 0.1)))
    var p = (alone.0, 0.0)
    if let o {
      let c = agreement(band, i, o)
      let determinant = max(
        Self.leastDeterminant,
        (1 - a.0 / order) * (1 - a.1 / order) - (c - a.1 / order) * (c - a.0 / order))
      p.0 = ((1 - a.1 / order) * y.0 - (c - a.1 / order) * y.1) / determinant
      p.1 = ((1 - a.0 / order) * y.1 - (c - a.0 / order) * y.0) / determinant
      switch (p.0 < 0, p.1 < 0) {
      case (true, true): p = powers[band][i] > powers[band][o] ? (alone.0, 0) : (0, alone.1)
      case (true, false): p = (0, alone.1)
      case (false, true): p = (alone.0, 0)
      default: break
      }
    }
    let waves = a.0 * p.0 + a.1 * p.1
    if waves > Self.mostWaves * total {
      let scale = Self.mostWaves * total / waves
      p = (p.0 * scale, p.1 * scale)
    }
    let rest = (total - a.0 * p.0 - a.1 * p.1) / order
    return (p.0, p.1, max(rest, Self.leastDiffuse * total / order))
  }

  private func agreement(_ band: Int, _ i: Int, _ o: Int) -> Double {
    if band < tables.scannedBands { return tables.agreement[band][i][o] }
    let bins = tables.bands[band]
    return bins.reduce(0) { $0 + Self.product(tables.waves[$1][i], tables.waves[$1][o]).power }
      / Double(bins.count)
  }

  /// The amplitudes of both waves in a bin, from a least-squares fit that allows for diffuse sound.
  private func amplitudes(
    _ z: [Complex], _ bin: Int, _ i: Int, _ o: Int?,
    _ p: (inner: Double, outer: Double, diffuse: Double)
  ) -> (inner: Complex, outer: Complex) {
    let inner = Self.product(tables.waves[bin][i], z)
    let r = (Self.diffuseFactor * p.diffuse / p.inner, Self.diffuseFactor * p.diffuse / p.outer)
    guard let o, p.outer > 0 else {
      guard p.inner > 0 else { return (.zero, .zero) }
      return (inner * (1 / ((1 + r.0) * tables.norms[bin][i])), .zero)
    }
    let outer = Self.product(tables.waves[bin][o], z)
    guard p.inner > 0 else {
      return (.zero, outer * (1 / ((1 + r.1) * tables.norms[bin][o])))
    }
    let c = Self.product(tables.waves[bin][i], tables.waves[bin][o])
    let determinant = (1 + r.0) * (1 + r.1) - c.power
    return (
      (inner * (1 + r.1) - c * outer) * (1 / (determinant * tables.norms[bin][i])),
      (outer * (1 + r.0) - c.conjugate * inner) * (1 / (determinant * tables.norms[bin][o]))
    )
  }

  /// Puts a wave back with the wave's own gain in place of the gain of diffuse sound.
  private func add(
    _ amplitude: Complex, from direction: Int, _ bin: Int, _ belief: Double,
    to whole: inout Ears, _ inside: inout Ears
  ) {
    let place = direction * tables.bins + bin
    let (linear, wanted) = (tables.linear[place], tables.wanted[place])
    let has = SIMD4<Double>(linear) + belief * (SIMD4<Double>(wanted) - SIMD4<Double>(linear))
    let gain = tables.gains[direction] - tables.diffuseGain
    let (left, right) = (
      Complex(has.x, has.y) * amplitude, Complex(has.z, has.w) * amplitude
    )
    whole.left[bin] += left * gain
    whole.right[bin] += right * gain
    inside.left[bin] += left * tables.shares[direction]
    inside.right[bin] += right * tables.shares[direction]
  }
}
