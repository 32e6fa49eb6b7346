import Acoustics
import Glibc

/// The cost of what is heard around the listener, at the height of the ears: the mean level of all directions (colour),
/// directions in front that are hollow, and pink noise that is louder on the wrong side.
struct HorizonCost {
  private let bands: [SmoothBands.Band]
  private let thirds: [NarrowBands.Band]
  /// The target's mean power of both ears over the directions, per narrow band and per third octave.
  private let bandPowers: [Double]
  private let thirdPowers: [Double]
  /// The powers of pink noises per bin.
  private let pinks: [[Double]]
  /// 1 for directions of the front half, `[chunk]`.
  private let front: [SIMD4<Double>]
  /// 1 for directions to the left, -1 to the right, 0 near the middle plane, `[chunk]`.
  private let sides: [SIMD4<Double>]
  /// The share of the wanted level by which each direction is to be louder on its own side, `[chunk]`.
  private let wantedSides: [SIMD4<Double>]
  private let count: Int
  private let chunks: Int

  /// The lowest third octave that is judged, hertz: below, no array is hollow in single directions.
  private static let lowestThird = 400.0
  /// The ranges of pink noise in hertz: of all that is heard, and of what most sounds have.
  private static let pinkRanges = [50.0...18000, 120...11000]
  /// The angle to the middle plane in degrees from which on a sound has a side, and that of a sound far on its side.
  private static let lateral = (least: 7.0, full: 25.0)
  private static let decibels = 10 / 2.302585092994046  // 10 / ln 10

  init(
    _ target: RefinementTarget, directions: RefinementDirections, bands: SmoothBands, step: Double,
    rate: Int
  ) {
    self.bands = bands.bands
    count = directions.horizonCount
    chunks = DirectionGrid.chunks(directions.horizonCount)
    thirds =
      NarrowBands.thirds(
        Colour.thirds(rate: rate).filter { $0 >= Self.lowestThird }, step: step
      ).bands
    let mean = Self.means(target.powers, bins: target.bins, chunks: chunks, count: count)
    bandPowers = self.bands.map { Self.sum(mean, $0.first, $0.weights) }
    thirdPowers = thirds.map { Self.sum(mean, $0.first, $0.weights) }
    pinks = Self.pinkRanges.map { range in
      (0..<target.bins).map { range.contains(Double($0) * step) ? 1 / Double($0) : 0 }
    }
    let grid = DirectionGrid.standard.horizon
    front = DirectionGrid.lanes(grid.map { $0.x >= -1e-9 ? 1 : 0 })
    let least = sin(Self.lateral.least * .pi / 180)
    sides = DirectionGrid.lanes(grid.map { abs($0.y) < least ? 0 : $0.y > 0 ? 1 : -1 })
    let full = sin(Self.lateral.full * .pi / 180)
    wantedSides = DirectionGrid.lanes(
      grid.map { min(1, abs($0.y) / full) })
  }

  /// The mean power of both ears over the horizon, per bin.
  private static func means(
    _ powers: [BandValues], bins: Int, chunks: Int, count: Int
  ) -> [Double] {
    (0..<bins).map { bin in
      var sum = SIMD4<Double>.zero
      for chunk in 0..<chunks {
        sum += powers[chunk * bins + bin].left + powers[chunk * bins + bin].right
      }
      return sum.sum() / Double(2 * count)
    }
  }

  private static func sum(_ values: [Double], _ first: Int, _ weights: [Double]) -> Double {
    var sum = 1e-30
    for (offset, weight) in weights.enumerated() { sum += weight * values[first + offset] }
    return sum
  }

  /// The cost of powers `[chunk][bin]`; adds to the gradient.
  func add(
    _ powers: [BandValues], bins: Int, weights: RefinementWeights, to slopes: inout [BandValues]
  ) -> Double {
    addColour(powers, bins: bins, weights: weights, to: &slopes)
      + addHollow(powers, bins: bins, weights: weights, to: &slopes)
      + pinks.reduce(0) {
        $0 + addSides(powers, pink: $1, bins: bins, weights: weights, to: &slopes)
      }
  }

  private func addColour(
    _ powers: [BandValues], bins: Int, weights: RefinementWeights,
    to slopes: inout [BandValues]
  ) -> Double {
    let mean = Self.means(powers, bins: bins, chunks: chunks, count: count)
    var along = [Double](repeating: 0, count: bins)
    var cost = 0.0
    for (band, wanted) in zip(bands, bandPowers) {
      let power = Self.sum(mean, band.first, band.weights)
      let error = Self.decibels * log(power / wanted)
      let weight = weights.colour / Double(bands.count)
      cost += weight * error * error
      let slope = 2 * weight * error * Self.decibels / power / Double(2 * count)
      for (offset, share) in band.weights.enumerated() {
        along[band.first + offset] += slope * share
      }
    }
    for chunk in 0..<chunks {
      for bin in 1..<bins {
        slopes[chunk * bins + bin].left += along[bin]
        slopes[chunk * bins + bin].right += along[bin]
      }
    }
    return cost
  }

  private func addHollow(
    _ powers: [BandValues], bins: Int, weights: RefinementWeights,
    to slopes: inout [BandValues]
  ) -> Double {
    var cost = 0.0
    let scale = weights.hollow / Double(max(1, thirds.count) * count)
    for chunk in 0..<chunks where front[chunk] != .zero {
      for (third, wanted) in zip(thirds, thirdPowers) {
        var power = SIMD4<Double>(repeating: 1e-30)
        for (offset, weight) in third.weights.enumerated() where third.first + offset < bins {
          let place = chunk * bins + third.first + offset
          power += (powers[place].left + powers[place].right) * (weight / 2)
        }
        var slope = SIMD4<Double>.zero
        for lane in 0..<4 where front[chunk][lane] > 0 {
          let missing = weights.softest - Self.decibels * log(power[lane] / wanted)
          guard missing > 0 else { continue }
          cost += scale * missing * missing
          slope[lane] = -2 * scale * missing * Self.decibels / power[lane] / 2
        }
        if slope == .zero { continue }
        for (offset, weight) in third.weights.enumerated() where third.first + offset < bins {
          slopes[chunk * bins + third.first + offset].left += slope * weight
          slopes[chunk * bins + third.first + offset].right += slope * weight
        }
      }
    }
    return cost
  }

  private func addSides(
    _ powers: [BandValues], pink: [Double], bins: Int, weights: RefinementWeights,
    to slopes: inout [BandValues]
  ) -> Double {
    var cost = 0.0
    let scale = weights.sides / Double(count * pinks.count)
    for chunk in 0..<chunks where sides[chunk] != .zero {
      var (left, right) = (SIMD4<Double>(repeating: 1e-30), SIMD4<Double>(repeating: 1e-30))
      for bin in 1..<bins {
        left += powers[chunk * bins + bin].left * pink[bin]
        right += powers[chunk * bins + bin].right * pink[bin]
      }
      var (leftSlope, rightSlope) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for lane in 0..<4 where sides[chunk][lane] != 0 {
        let side = sides[chunk][lane]
        let missing =
          weights.leastSide * wantedSides[chunk][lane] - side * Self.decibels
          * log(left[lane] / right[lane])
        guard missing > 0 else { continue }
        cost += scale * missing * missing
        let slope = -2 * scale * missing * side * Self.decibels
        leftSlope[lane] = slope / left[lane]
        rightSlope[lane] = -slope / right[lane]
      }
      if leftSlope == .zero { continue }
      for bin in 1..<bins where pink[bin] > 0 {
        slopes[chunk * bins + bin].left += leftSlope * pink[bin]
        slopes[chunk * bins + bin].right += rightSlope * pink[bin]
      }
    }
    return cost
  }
}
