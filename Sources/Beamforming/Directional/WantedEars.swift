import Acoustics
import Glibc

/// The desired ears of a direction-dependent rendering: the magnitudes of a head, with phases that the filters can
/// follow.
///
/// Below 2.5 kHz, the phase difference between the ears is the head's, but the phase common to both ears is the
/// filters', so that the correction is small; a head's own common phase makes rooms sound worse. Above 2.5 kHz, all
/// phases are the filters', because the ear does not hear phase there.
///
/// Magnitudes and phases change little from bin to bin. The correction multiplies the bins of short windows, so a
/// response that lasts longer than a window would add sidebands at the rate of the windows to every steady tone. The
/// ear does not hear the fine structure that is removed.
///
/// - Source: A. Kulkarni, H. S. Colburn, Role of spectral detail in sound-source localization, Nature 396, 1998, for
///   the fine structure.
struct WantedEars {
  /// The desired response of both ears, `[ear][bin]`.
  let responses: [[Complex]]

  /// The centre in hertz of the fade from the head's phase difference to the filters', and the width of this fade in
  /// octaves.
  private static let phaseLimit = 2500.0
  private static let fadeOctaves = 0.5
  /// The widths in hertz (one sigma) over which phases and powers are smoothed.
  private static let phaseSmoothing = 375.0
  private static let powerSmoothing = 55.0

  /// Computes the desired ears for one direction.
  ///
  /// - Parameters:
  ///   - linear: the filters' response, `[ear][bin]`.
  ///   - head: the head's response, `[ear][bin]`.
  ///   - step: the distance between bins in hertz.
  init(linear: [[Complex]], head: [[Complex]], step: Double) {
    let heads = head.map { Self.even($0, step) }
    let turns = Self.smoothed(
      zip(zip(linear[0], linear[1]), zip(heads[0], heads[1])).map { linear, head in
        let sum = linear.0 * head.0.conjugate + linear.1 * head.1.conjugate
        return sum * (1 / max(sum.magnitude, 1e-24).squareRoot())
      }, sigma: Self.phaseSmoothing / step)
    responses = zip(linear, heads).map { linear, head in
      // Where the filters nearly cancel a direction, their own phase turns within a bin or two.
      let even = Self.smoothed(linear, sigma: Self.phaseSmoothing / step)
      return linear.indices.map { bin in
        let magnitude = head[bin].magnitude
        let low = head[bin] * Self.phase(turns[bin])
        let high = Self.phase(even[bin]) * magnitude
        let share = Self.share(Double(bin) * step)
        return Self.phase(low * (1 - share) + high * share) * magnitude
      }
    }
  }

  /// A head's response with powers that are smoothed over frequency.
  private static func even(_ head: [Complex], _ step: Double) -> [Complex] {
    let powers = smoothed(head.map { Complex($0.power) }, sigma: powerSmoothing / step)
    return zip(head, powers).map { phase($0) * max(0, $1.re).squareRoot() }
  }

  /// The share that the filters' phase difference has: 0 below the fade, 1 above it.
  private static func share(_ frequency: Double) -> Double {
    let octaves = log2(max(frequency, 1) / phaseLimit) / fadeOctaves
    return min(max(octaves + 0.5, 0), 1)
  }

  /// Returns the number of magnitude 1 that has the phase of `number`.
  private static func phase(_ number: Complex) -> Complex {
    let magnitude = number.magnitude
    return magnitude > 1e-12 ? number * (1 / magnitude) : Complex(1)
  }

  /// The mean of values over frequency with Gaussian weights; beyond the ends, the values are mirrored.
  private static func smoothed(_ values: [Complex], sigma: Double) -> [Complex] {
    let reach = Int((4 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = weights.reduce(0, +)
    let last = values.count - 1
    return values.indices.map { bin in
      var sum = Complex.zero
      for (index, weight) in weights.enumerated() {
        var other = abs(bin + index - reach)
        if other > last { other = max(0, 2 * last - other) }
        sum += values[other] * weight
      }
      return sum * (1 / total)
    }
  }
}
