import Acoustics
import Glibc

/// What it costs to lose front to back: pink noise, A-weighted, within 45 degrees of forward against backward.
struct FrontBackCost {
  /// 1 for directions in front, 0 for others, in groups of four.
  private let front: [SIMD4<Double>]
  private let back: [SIMD4<Double>]
  private let spectrum: [Double]
  /// Decibels that are asked for; minus infinity for none.
  private var wanted = -Double.infinity
  private var frontSlope = 0.0
  private var backSlope = 0.0

  private static let decibels = 10 / 2.302585092994046  // 10 / ln 10

  init(directions: RefinementDirections, bins: Int, step: Double) {
    let count = directions.horizonCount
    func sector(_ centre: Int) -> [SIMD4<Double>] {
      var values = [Double](repeating: 0, count: 4 * directions.chunks)
      for offset in (-count / 8)...(count / 8) { values[(centre + offset + count) % count] = 1 }
      return DirectionGrid.lanes(values)
    }
    front = sector(0)
    back = sector(count / 2)
    spectrum = (0..<bins).map { bin in
      let frequency = Double(bin) * step
      return FilterDesigner.levelRange.contains(frequency)
        ? AWeighting.power(frequency) / frequency : 0
    }
  }

  /// Asks for more front to back than these pressures have, where the target has more, else for about as much.
  mutating func keep(_ pressures: [ComplexLanes], target: Double, weights: RefinementWeights) {
    let (front, back) = powers(pressures)
    let reached = Self.decibels * log(front / back)
    wanted = max(
      reached - weights.frontToBackMargin, min(reached + weights.frontToBackGain, target))
  }

  mutating func clear() { (frontSlope, backSlope) = (0, 0) }

  /// The cost of pressures `[chunk][bin][ear]`.
  mutating func value(_ pressures: [ComplexLanes], weights: RefinementWeights) -> Double {
    guard weights.frontToBack > 0 else { return 0 }
    let (front, back) = powers(pressures)
    let missing = wanted - Self.decibels * log(front / back)
    guard missing > 0 else { return 0 }
    let slope = 2 * weights.frontToBack * missing * Self.decibels
    (frontSlope, backSlope) = (-slope / front, slope / back)
    return weights.frontToBack * missing * missing
  }

  private func powers(_ pressures: [ComplexLanes]) -> (front: Double, back: Double) {
    let bins = spectrum.count
    var (inFront, behind) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for chunk in front.indices where front[chunk] != .zero || back[chunk] != .zero {
      var sum = SIMD4<Double>.zero
      for bin in 0..<bins where spectrum[bin] > 0 {
        let place = 2 * (chunk * bins + bin)
        sum += (pressures[place].power + pressures[place + 1].power) * spectrum[bin]
      }
      inFront += sum * front[chunk]
      behind += sum * back[chunk]
    }
    return (inFront.sum() + 1e-30, behind.sum() + 1e-30)
  }

  /// Adds the slope of the cost along the powers of both ears.
  func addSlope(to slope: inout BandValues, chunk: Int, bin: Int) {
    guard frontSlope != 0 else { return }
    let value = (front[chunk] * frontSlope + back[chunk] * backSlope) * spectrum[bin]
    slope.left += value
    slope.right += value
  }
}
