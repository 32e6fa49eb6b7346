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
/// ear does not hear the fine structure that is removed. A click must not ring either: a phase may turn by half a turn
/// only over some hundred hertz.
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
  /// The widths in hertz (one sigma) over which responses, then the angles of their phases, and powers are smoothed.
  private static let responseSmoothing = 375.0
  private static let angleSmoothing = 120.0
  private static let powerSmoothing = 55.0

  /// Computes the desired ears for one direction.
  ///
  /// - Parameters:
  ///   - linear: the filters' response, `[ear][bin]`.
  ///   - head: the head's response, `[ear][bin]`.
  ///   - step: the distance between bins in hertz.
  init(linear: [[Complex]], head: [[Complex]], step: Double) {
    let heads = head.map { Self.even($0, step) }
    let turns = Self.phases(
      zip(zip(linear[0], linear[1]), zip(heads[0], heads[1])).map { linear, head in
        let sum = linear.0 * head.0.conjugate + linear.1 * head.1.conjugate
        return sum * (1 / max(sum.magnitude, 1e-24).squareRoot())
      }, step)
    responses = zip(linear, heads).map { linear, head in
      let phases = Self.phases(linear, step)
      return linear.indices.map { bin in
        let magnitude = head[bin].magnitude
        let low = head[bin] * turns[bin]
        let high = phases[bin] * magnitude
        let share = Self.share(Double(bin) * step)
        return Self.phase(low * (1 - share) + high * share) * magnitude
      }
    }
  }

  /// A head's response with powers that are smoothed over frequency.
  private static func even(_ head: [Complex], _ step: Double) -> [Complex] {
    let powers = smoothed(head.map(\.power), sigma: powerSmoothing / step)
    return zip(head, powers).map { phase($0) * max(0, $1).squareRoot() }
  }

  /// The phases of a response, smoothed over frequency, as numbers of magnitude 1.
  ///
  /// Where the filters nearly cancel a direction, their own phase turns within a bin or two, hence the first smoothing.
  /// Where the smoothed response passes zero, its phase still does, hence the second.
  private static func phases(_ response: [Complex], _ step: Double) -> [Complex] {
    let real = smoothed(response.map(\.re), sigma: responseSmoothing / step)
    let imaginary = smoothed(response.map(\.im), sigma: responseSmoothing / step)
    var angles = zip(real, imaginary).map { atan2($1, $0) }
    for bin in angles.indices.dropFirst() {
      let last = angles[bin - 1]
      angles[bin] = last + remainder(angles[bin] - last, 2 * .pi)
    }
    return smoothed(angles, sigma: angleSmoothing / step, isOdd: true).map {
      Complex(cos($0), sin($0))
    }
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

  /// The mean of values over frequency with Gaussian weights.
  ///
  /// - Parameter isOdd: true to continue the values beyond the ends with their slope, as angles; otherwise they are
  ///   mirrored.
  private static func smoothed(
    _ values: [Double], sigma: Double, isOdd: Bool = false
  ) -> [Double] {
    let reach = Int((4 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = weights.reduce(0, +)
    let last = values.count - 1
    return values.indices.map { bin in
      var sum = 0.0
      for (index, weight) in weights.enumerated() {
        let other = bin + index - reach
        let inside = min(max(other, 0), last)
        let mirrored = values[max(0, 2 * inside - other)]
        sum += weight * (isOdd ? 2 * values[inside] - mirrored : mirrored)
      }
      return sum / total
    }
  }
}
