import Acoustics
import Glibc

/// Four directions in one band: the power in each ear, and their cross power.
///
/// The same shape serves the slopes of a cost along each of them.
struct BandValues: Sendable, Equatable {
  /// The power in the left ear.
  var left: SIMD4<Double>
  /// The power in the right ear.
  var right: SIMD4<Double>
  /// The real part of left times the conjugate of right.
  var crossRe: SIMD4<Double>
  /// The imaginary part of left times the conjugate of right.
  var crossIm: SIMD4<Double>

  static let zero = BandValues(left: .zero, right: .zero, crossRe: .zero, crossIm: .zero)

  init(
    left: SIMD4<Double>, right: SIMD4<Double>, crossRe: SIMD4<Double>, crossIm: SIMD4<Double>
  ) {
    self.left = left
    self.right = right
    self.crossRe = crossRe
    self.crossIm = crossIm
  }

  /// The values of one frequency.
  init(left l: ComplexLanes, right r: ComplexLanes) {
    left = l.power
    right = r.power
    crossRe = l.re * r.re + l.im * r.im
    crossIm = l.im * r.re - l.re * r.im
  }

  mutating func add(_ other: BandValues, times factor: Double) {
    left += other.left * factor
    right += other.right * factor
    crossRe += other.crossRe * factor
    crossIm += other.crossIm * factor
  }

  static func * (a: BandValues, b: SIMD4<Double>) -> BandValues {
    BandValues(
      left: a.left * b, right: a.right * b, crossRe: a.crossRe * b, crossIm: a.crossIm * b)
  }

  /// The share of the target that keeps levels finite where next to nothing is received.
  private static let floor = 0.01
  private static let decibels = 10 / 2.302585092994046  // 10 / ln 10

  /// The weighted squared errors against a target, and their slopes along each value.
  ///
  /// `level` weights the difference of the ears' levels, `spectrum` their mean, both in decibels; `coherence` the
  /// normalised cross power.
  func compared(
    to target: BandValues, level: Double, spectrum: Double, coherence: Double
  ) -> (value: SIMD4<Double>, slope: BandValues) {
    let (l, leftSlope) = Self.decibels(left, target.left)
    let (r, rightSlope) = Self.decibels(right, target.right)
    let (difference, mean) = (l - r, (l + r) * 0.5)
    var value = difference * difference * level + mean * mean * spectrum
    var slope = BandValues.zero
    slope.left = (difference * (2 * level) + mean * spectrum) * leftSlope
    slope.right = (mean * spectrum - difference * (2 * level)) * rightSlope
    if coherence > 0 {
      let tiny = SIMD4<Double>(repeating: 1e-30)
      let (pl, pr) = (left + tiny, right + tiny)
      let norm = 1 / (pl * pr).squareRoot()
      let (re, im) = (crossRe * norm, crossIm * norm)
      let goal = 1 / ((target.left + tiny) * (target.right + tiny)).squareRoot()
      let (errorRe, errorIm) = (re - target.crossRe * goal, im - target.crossIm * goal)
      value += (errorRe * errorRe + errorIm * errorIm) * coherence
      slope.crossRe = errorRe * norm * (2 * coherence)
      slope.crossIm = errorIm * norm * (2 * coherence)
      let along = (errorRe * re + errorIm * im) * coherence
      slope.left -= along / pl
      slope.right -= along / pr
    }
    return (value, slope)
  }

  /// The level of a power against the target's, and its slope.
  static func decibels(
    _ power: SIMD4<Double>, _ target: SIMD4<Double>
  ) -> (SIMD4<Double>, SIMD4<Double>) {
    let wanted = target + SIMD4(repeating: 1e-30)
    let sum = power + wanted * floor
    let ratio = sum / (wanted * (1 + floor))
    var level = SIMD4<Double>.zero
    for lane in 0..<4 { level[lane] = decibels * log(ratio[lane]) }
    return (level, SIMD4(repeating: decibels) / sum)
  }

  /// The slopes along the pressures in both ears, as complex numbers (d/d re + j d/d im).
  func slopes(left l: ComplexLanes, right r: ComplexLanes) -> (ComplexLanes, ComplexLanes) {
    let (twoLeft, twoRight) = (left + left, right + right)
    return (
      ComplexLanes(
        l.re * twoLeft + crossRe * r.re - crossIm * r.im,
        l.im * twoLeft + crossRe * r.im + crossIm * r.re),
      ComplexLanes(
        r.re * twoRight + crossRe * l.re + crossIm * l.im,
        r.im * twoRight + crossRe * l.im - crossIm * l.re)
    )
  }
}
