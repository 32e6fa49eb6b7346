/// Computes the sine and cosine of eight angles at a time.
enum Turns {
  /// A constant (1.5 x 2^52): adding it to a number and subtracting it again rounds the number to an integer.
  private static let rounder = 6_755_399_441_055_744.0

  /// The sines and cosines of angles in radians, accurate to 1e-10.
  ///
  /// A quarter of each angle is within pi/4, where a few terms of the series suffice; the result is then converted to
  /// twice the angle, two times.
  @inline(__always)
  static func sineAndCosine(_ angles: SIMD8<Double>) -> (SIMD8<Double>, SIMD8<Double>) {
    let turns = angles * (0.5 / .pi)
    let rest = turns - ((turns + rounder) - rounder)
    let y = rest * (.pi / 2)
    let z = y * y
    // Horner's scheme computes sin(y) / y and cos(y).
    var s = z * (-1.0 / 39_916_800) + (1.0 / 362_880)
    s = s * z - (1.0 / 5040)
    s = s * z + (1.0 / 120)
    s = s * z - (1.0 / 6)
    s = (s * z + 1) * y
    var c = z * (1.0 / 479_001_600) - (1.0 / 3_628_800)
    c = c * z + (1.0 / 40_320)
    c = c * z - (1.0 / 720)
    c = c * z + (1.0 / 24)
    c = c * z - 0.5
    c = c * z + 1
    let sine = 2 * s * c
    let cosine = 1 - 2 * s * s
    return (2 * sine * cosine, 1 - 2 * sine * sine)
  }
}
