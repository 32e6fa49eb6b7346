import Glibc

/// Computes the moon's brightness.
package enum Moon {
  /// The illuminated fraction of the moon's disc, 0 to 1, with an error of about 0.01.
  ///
  /// - Source: J. Meeus, Astronomical Algorithms, 2nd edition, chapter 48, the largest terms.
  /// - Parameter epochSeconds: the time in seconds since 1970, UTC.
  package static func illumination(at epochSeconds: Double) -> Double {
    // This is the number of Julian centuries since 2000.
    let t = (epochSeconds / 86400 + 2_440_587.5 - 2_451_545) / 36525
    func turn(_ degrees: Double) -> Double {
      degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    }
    let elongation = turn(297.8501921 + 445_267.1114034 * t)
    let sun = turn(357.5291092 + 35_999.0502909 * t)
    let moon = turn(134.9633964 + 477_198.8675055 * t)
    let phase =
      180 - elongation * 180 / .pi - 6.289 * sin(moon) + 2.1 * sin(sun)
      - 1.274 * sin(2 * elongation - moon) - 0.658 * sin(2 * elongation)
      - 0.214 * sin(2 * moon) - 0.11 * sin(elongation)
    return (1 + cos(phase * .pi / 180)) / 2
  }
}
