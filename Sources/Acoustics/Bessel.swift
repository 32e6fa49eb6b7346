/// The modified Bessel function of the first kind and order 0, which gives Kaiser windows their shape.
///
/// - Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 9.6.12 (power series).
package func besselI0(_ x: Double) -> Double {
  var term = 1.0
  var sum = 1.0
  var k = 1.0
  while term > sum * 1e-17 {
    term *= (x / (2 * k)) * (x / (2 * k))
    sum += term
    k += 1
  }
  return sum
}
