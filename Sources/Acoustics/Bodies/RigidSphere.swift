import Boards
import Glibc

/// The pressure on the surface of a rigid sphere in a plane wave, relative to the undisturbed wave at its centre.
///
/// H(ka, theta) = (ka)^-2 sum_m j^(m-1) (2m+1) P_m(cos theta) / h_m^(2)'(ka), for e^{+j w t}; theta is the angle
/// between the direction of the point on the surface and the direction of the source.
///
/// - Source: Duda and Martens, "Range dependence of the response of a spherical head model", JASA 104 (1998), for a
///   distant source.
public struct RigidSphere: Sendable {
  /// The point on a sphere around the origin in the direction of a microphone's position.
  public static func place(_ position: Vector3, radius: Double) -> Vector3 {
    position.length > 0 ? position.normalized * radius : Vector3(0, 0, radius)
  }

  /// The factors of the Legendre polynomials.
  public let coefficients: [Complex]

  /// The value of `ka` below which the sphere is too small to disturb the wave.
  private static let smallestArgument = 1e-4

  /// Computes the series for one frequency, where `ka` = 2 pi f a / c.
  public init(ka: Double) {
    guard ka >= Self.smallestArgument else {
      coefficients = [Complex(1)]
      return
    }
    // The omitted terms are below 2e-7 up to ka = 26 (16 kHz for a head).
    let terms = Int((ka + 4.05 * cbrt(ka) + 8).rounded(.up))
    var series: [Complex] = []
    series.reserveCapacity(terms)
    // h_m^(2) grows with m, so the upward recurrence is stable.
    let s = sin(ka) / ka
    let c = cos(ka) / ka
    var h = Complex(s, c)
    var next = Complex(s / ka - c, c / ka + s)
    var previous = Complex.zero
    for m in 0..<terms {
      let derivative = m == 0 ? next * -1 : previous - h * (Double(m + 1) / ka)
      let scale = Double(2 * m + 1) / (ka * ka)
      series.append(Self.powerOfJ(m - 1) * scale / derivative)
      previous = h
      h = next
      next = h * (Double(2 * m + 3) / ka) - previous
    }
    coefficients = series
  }

  /// The integer power of j.
  private static func powerOfJ(_ exponent: Int) -> Complex {
    switch exponent & 3 {
    case 0: Complex(1, 0)
    case 1: Complex(0, 1)
    case 2: Complex(-1, 0)
    default: Complex(0, -1)
    }
  }

  /// The response at an angle theta, given by its cosine.
  public func response(cosine: Double) -> Complex {
    response(cosines: SIMD4(repeating: cosine))[0]
  }

  /// The responses at four angles theta, given by their cosines.
  public func response(cosines x: SIMD4<Double>) -> ComplexLanes {
    var sum = ComplexLanes.zero
    var p = SIMD4<Double>(repeating: 1)
    var previous = SIMD4<Double>.zero
    for (m, a) in coefficients.enumerated() {
      sum.re += p * a.re
      sum.im += p * a.im
      let next = (x * p * Double(2 * m + 1) - previous * Double(m)) / Double(m + 1)
      previous = p
      p = next
    }
    return sum
  }
}
