import Glibc

/// Finds the delay that measured responses have in common, relative to a model of the measured object.
///
/// The delay follows from the phases between 200 and 800 Hz, where heads are nearly spheres and bodies the size of a
/// hand hardly disturb the wave.
struct CommonDelay {
  /// The range of the compared frequencies in hertz.
  private static let range = 200.0...800.0

  /// The first compared bin.
  let firstBin: Int
  /// The distance between bins in hertz.
  let step: Double
  /// For each bin, the sum of phasors of length 1 with the phase differences.
  private var cross: [Complex]

  /// Creates a comparison of spectra whose bins are this many hertz apart.
  init(step: Double) {
    self.step = step
    firstBin = Int((Self.range.lowerBound / step).rounded(.up))
    let last = max(firstBin + 1, Int(Self.range.upperBound / step))
    cross = [Complex](repeating: .zero, count: last - firstBin + 1)
  }

  /// The compared bins.
  var bins: Range<Int> { firstBin..<(firstBin + cross.count) }

  /// Adds a measured value and the model's value for the same bin.
  mutating func add(_ measured: Complex, model: Complex, bin: Int) {
    let product = measured * model.conjugate
    if product.power > 0 { cross[bin - firstBin] += product * (1 / product.magnitude) }
  }

  /// The delay in seconds, from 0 to `longest`, that maximizes the sum; a coarse search finds it, and halving the step
  /// refines it.
  func seconds(longest: Double) -> Double {
    let coarse = 20e-6
    var best = 0.0
    var bestValue = agreement(0)
    for index in 1...max(1, Int(longest / coarse)) {
      let value = agreement(Double(index) * coarse)
      if value > bestValue { (best, bestValue) = (Double(index) * coarse, value) }
    }
    var stepSize = coarse / 2
    while stepSize > 1e-9 {
      for candidate in [best - stepSize, best + stepSize] {
        let value = agreement(candidate)
        if value > bestValue { (best, bestValue) = (candidate, value) }
      }
      stepSize /= 2
    }
    return best
  }

  private func agreement(_ delay: Double) -> Double {
    var sum = 0.0
    for (index, c) in cross.enumerated() {
      let phase = 2 * Double.pi * Double(firstBin + index) * step * delay
      sum += c.re * cos(phase) - c.im * sin(phase)
    }
    return sum
  }
}
