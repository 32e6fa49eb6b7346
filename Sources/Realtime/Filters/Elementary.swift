/// Elementary functions in Double, computed from series because this module imports no mathematics library.
///
/// They are used to make filters and tables, and never called for every sample.
package enum Elementary {
  /// The sine and cosine of 2 pi `numerator` / `denominator`.
  ///
  /// Exact integer arithmetic reduces the angle to [0, pi/4]. So the tables are as accurate at their end as at their
  /// start, and the values at multiples of 90 degrees are exact.
  @_noAllocation @_noLocks
  package static func turn(_ numerator: Int, _ denominator: Int) -> (sine: Double, cosine: Double) {
    let wrapped = numerator % denominator
    let whole = wrapped < 0 ? wrapped + denominator : wrapped
    let quadrant = 4 * whole / denominator
    // The remaining angle, in units of a quarter turn / denominator.
    let rest = 4 * whole - quadrant * denominator
    let upper = 2 * rest > denominator
    let share = Double(upper ? denominator - rest : rest) / Double(denominator)
    let angle = share * (Double.pi / 2)
    let (small, large) = (sineSeries(angle), cosineSeries(angle))
    let (sine, cosine) = upper ? (large, small) : (small, large)
    switch quadrant {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The sine and cosine of an angle in radians from 0 to pi.
  @_noAllocation @_noLocks
  package static func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
    let half = radians / 4
    var (sine, cosine) = (sineSeries(half), cosineSeries(half))
    for _ in 0..<2 { (sine, cosine) = (2 * sine * cosine, cosine * cosine - sine * sine) }
    return (sine, cosine)
  }

  /// e to the power of `exponent`, for exponents from -1 to 1.
  @_noAllocation @_noLocks
  package static func exponential(_ exponent: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for n in 1..<24 {
      term *= exponent / Double(n)
      sum += term
    }
    return sum
  }

  /// The reciprocal square root of a positive number, accurate to five digits.
  ///
  /// - Source: D. Eberly, Fast Inverse Square Root (2010): a first guess from the exponent, then Newton steps.
  @_noAllocation @_noLocks
  static func inverseRoot(_ value: Float) -> Float {
    var root = Float(bitPattern: 0x5F37_59DF - value.bitPattern >> 1)
    for _ in 0..<2 {
      let square: Float = root * root
      root *= 1.5 - 0.5 * value * square
    }
    return root
  }

  /// `base` to the power of a nonnegative integer, by repeated squaring.
  @_noAllocation @_noLocks
  package static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// The Taylor series of the sine; its 11 terms reach Double precision up to pi/4.
  @_noAllocation @_noLocks
  private static func sineSeries(_ angle: Double) -> Double {
    var term = angle
    var sum = angle
    for n in 1..<11 {
      term *= -angle * angle / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return sum
  }

  /// The Taylor series of the cosine; its 11 terms reach Double precision up to pi/4.
  @_noAllocation @_noLocks
  private static func cosineSeries(_ angle: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for n in 1..<11 {
      term *= -angle * angle / Double((2 * n - 1) * 2 * n)
      sum += term
    }
    return sum
  }
}
