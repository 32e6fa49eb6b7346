import Acoustics
import Glibc

/// The cost of levels in narrow bands, and of how their errors change from one band to the next.
///
/// Bands of a twelfth of an octave, each half over the next, cover all frequencies alike, so that nothing is gained in
/// some bands at the expense of those between. The changes keep level differences as smooth as those of the target:
/// combs are heard as such, whatever the mean of a wider band is.
struct NarrowBandCost {
  private let bands: SmoothBands
  /// The target's powers, `[chunk][band]`.
  private let left: [SIMD4<Double>]
  private let right: [SIMD4<Double>]
  /// The shares of the directions, over the number of bands.
  private let shares: [SIMD4<Double>]

  // Memory for one group of directions, reused for all: errors of both ears' levels, and their slopes.
  private var errors: [BandLevels]
  private var differences: [SIMD4<Double>]
  private var means: [SIMD4<Double>]

  init(
    _ target: RefinementTarget, directions: RefinementDirections, bands: SmoothBands
  ) {
    self.bands = bands
    let count = bands.bands.count
    shares = directions.shares.map { $0 / Double(count) }
    var (left, right) = ([SIMD4<Double>](), [SIMD4<Double>]())
    for chunk in 0..<directions.chunks {
      for band in bands.bands {
        let sum = band.sum(target.powers, from: chunk * target.bins)
        left.append(sum.left)
        right.append(sum.right)
      }
    }
    (self.left, self.right) = (left, right)
    errors = Array(repeating: BandLevels(), count: count)
    differences = Array(repeating: .zero, count: count)
    means = differences
  }

  /// The cost of powers `[chunk][bin]`; adds to the gradient.
  mutating func add(
    _ powers: [BandValues], bins: Int, weights: RefinementWeights, to slopes: inout [BandValues]
  ) -> Double {
    var cost = SIMD4<Double>.zero
    let count = bands.bands.count
    for chunk in shares.indices {
      for (index, band) in bands.bands.enumerated() {
        let place = chunk * count + index
        let sum = band.sum(powers, from: chunk * bins)
        errors[index] = BandLevels(
          left: sum.left, right: sum.right, against: left[place], right[place])
        differences[index] = errors[index].left - errors[index].right
        means[index] = (errors[index].left + errors[index].right) * 0.5
      }
      let value =
        Self.bend(&differences, level: weights.narrowLevel, step: weights.levelStep)
        + Self.bend(&means, level: weights.narrowSpectrum, step: weights.spectrumStep)
      cost += value * shares[chunk]
      for (index, band) in bands.bands.enumerated() {
        let (difference, mean) = (differences[index], means[index] * 0.5)
        var slope = BandValues.zero
        slope.left = (mean + difference) * errors[index].leftSlope * shares[chunk]
        slope.right = (mean - difference) * errors[index].rightSlope * shares[chunk]
        band.spread(slope, to: &slopes, from: chunk * bins)
      }
    }
    return cost.sum()
  }

  /// The weighted squares of errors and of their changes; the errors become the slopes along them.
  private static func bend(
    _ errors: inout [SIMD4<Double>], level: Double, step: Double
  ) -> SIMD4<Double> {
    var value = SIMD4<Double>.zero
    var before = SIMD4<Double>.zero
    for index in errors.indices {
      let error = errors[index]
      let after =
        index + 1 < errors.count ? errors[index + 1] - error : SIMD4<Double>.zero
      value += error * error * level + after * after * step
      errors[index] = error * (2 * level) + (before - after) * (2 * step)
      before = after
    }
    return value
  }
}

/// The levels of both ears against a target's in decibels, and their slopes along the powers.
struct BandLevels {
  var left = SIMD4<Double>.zero
  var right = SIMD4<Double>.zero
  var leftSlope = SIMD4<Double>.zero
  var rightSlope = SIMD4<Double>.zero

  init() {}

  init(
    left power: SIMD4<Double>, right other: SIMD4<Double>, against wanted: SIMD4<Double>,
    _ otherWanted: SIMD4<Double>
  ) {
    (left, leftSlope) = BandValues.decibels(power, wanted)
    (right, rightSlope) = BandValues.decibels(other, otherWanted)
  }
}
