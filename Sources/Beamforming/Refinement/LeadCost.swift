import Acoustics
import Glibc

/// The cost of sounds near the middle plane that are not clearly earlier in the ear on their side.
///
/// The correlation of the ears at a lag d is sum(w Re(X e^{-j w d})), X being the cross spectrum; its slope at 0 is
/// sum(w Im X). That over the root of sum(w^2 PL) sum(w^2 PR) is the lead of the left ear while it is small, and has
/// the sign of the lag at which the correlation is greatest. For white and for pink noise, each through the low-pass
/// that ``InterauralCues`` uses for it.
struct LeadCost {
  /// The weights of the frequencies of a noise in the lead and in its norm, per bin.
  private struct Noise {
    let factors: [Double]
    let squares: [Double]
  }

  private let noises: [Noise]
  /// 1 where the left ear is to lead, -1 where the right, 0 where none is asked for.
  private let sides: [SIMD4<Double>]
  private let share: Double
  private let bins: Int
  private let allBins: Int

  /// The angles to the middle plane in degrees at which a lead is asked for: further out ``DelayCost`` sees to it.
  private static let angles = 9.0...41.0
  /// The highest frequency of the cost, as a multiple of the low-pass frequency.
  private static let highest = 8.0
  private static let microsecond = 1e-6

  /// The cost for the directions of a refinement.
  init(directions: RefinementDirections, bins allBins: Int, step: Double) {
    let bins = min(allBins, Int(Self.highest * InterauralCues.timeLimit / step) + 1)
    let count = directions.horizonCount
    let sides = (0..<count).map { q -> Double in
      let side = sin(2 * .pi * Double(q) / Double(count))
      return Self.angles.contains(asin(abs(side)) * 180 / .pi) ? (side > 0 ? 1 : -1) : 0
    }
    noises = [InterauralCues.lowPass, InterauralCues.pinkLowPass].map { weight in
      let speeds = (0..<bins).map { 2 * .pi * Double($0) * step }
      return Noise(
        factors: speeds.enumerated().map { $1 * weight(Double($0) * step) },
        squares: speeds.enumerated().map { $1 * $1 * weight(Double($0) * step) })
    }
    self.sides = DirectionGrid.lanes(sides)
    share = 1 / sides.reduce(1e-9) { $0 + abs($1) }
    self.bins = bins
    self.allBins = allBins
  }

  /// The cost of powers `[chunk][bin]`; adds to the gradient.
  func add(
    _ powers: [BandValues], weights: RefinementWeights, to slopes: inout [BandValues]
  ) -> Double {
    guard weights.leads > 0 else { return 0 }
    var cost = 0.0
    for noise in noises {
      for chunk in sides.indices where sides[chunk] != .zero {
        cost += add(noise, chunk, powers, weights, to: &slopes)
      }
    }
    return cost
  }

  private func add(
    _ noise: Noise, _ chunk: Int, _ powers: [BandValues], _ weights: RefinementWeights,
    to slopes: inout [BandValues]
  ) -> Double {
    let unit = weights.leastLead * Self.microsecond
    var lead = SIMD4<Double>.zero
    var (left, right) = (SIMD4<Double>(repeating: 1e-30), SIMD4<Double>(repeating: 1e-30))
    for bin in 1..<bins {
      let values = powers[chunk * allBins + bin]
      lead += values.crossIm * noise.factors[bin]
      left += values.left * noise.squares[bin]
      right += values.right * noise.squares[bin]
    }
    let norm = 1 / (left * right).squareRoot()
    let side = sides[chunk]
    var missing = 1 - lead * norm * side / unit
    missing.replace(with: 0, where: missing .< SIMD4<Double>.zero)
    missing.replace(with: 0, where: side .== SIMD4<Double>.zero)
    guard missing != .zero else { return 0 }
    let scale = weights.leads * share
    let along = missing * norm * side * (-2 * scale / unit)
    let common = missing * lead * norm * side * (scale / unit)
    let (leftSlope, rightSlope) = (common / left, common / right)
    for bin in 1..<bins {
      let place = chunk * allBins + bin
      slopes[place].crossIm += along * noise.factors[bin]
      slopes[place].left += leftSlope * noise.squares[bin]
      slopes[place].right += rightSlope * noise.squares[bin]
    }
    return (missing * missing).sum() * scale
  }
}
