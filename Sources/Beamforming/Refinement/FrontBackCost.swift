import Acoustics
import Glibc

/// The cost of lost front to back: the power within 45 degrees of forward against that of backward.
///
/// It is one number for pink noise, A-weighted and as it is, and one per octave, so that no octave pays for another.
struct FrontBackCost {
  /// One spectrum that weights the powers of front and back.
  private struct Look {
    /// The power per bin.
    let spectrum: [Double]
    /// The octave's centre in hertz; `nil` for all of them together.
    let octave: Double?
    /// The front to back that is asked for, decibels; minus infinity for none.
    var wanted = -Double.infinity
  }

  /// The mask of directions in front: 1 for them, 0 for others, in groups of four.
  private let front: [SIMD4<Double>]
  private let back: [SIMD4<Double>]
  private let bins: Int
  private var looks: [Look]

  private static let decibels = 10 / 2.302585092994046  // 10 / ln 10

  init(directions: RefinementDirections, bins: Int, step: Double, rate: Int) {
    let count = directions.horizonCount
    func sector(_ centre: Int) -> [SIMD4<Double>] {
      var values = [Double](repeating: 0, count: 4 * directions.chunks)
      for offset in (-count / 8)...(count / 8) { values[(centre + offset + count) % count] = 1 }
      return DirectionGrid.lanes(values)
    }
    func look(_ octave: Double?, _ weight: (Double) -> Double) -> Look {
      Look(spectrum: (0..<bins).map { weight(Double($0) * step) }, octave: octave)
    }
    front = sector(0)
    back = sector(count / 2)
    self.bins = bins
    looks =
      [look(nil, SectorLevels.broadbandWeight), look(nil, Self.pinkWeight)]
      + SectorLevels.octaves(rate: rate).map { octave in
        look(octave) { SectorLevels.octaveWeight($0, octave) }
      }
  }

  /// The power of pink noise at a frequency in hertz.
  private static func pinkWeight(_ frequency: Double) -> Double {
    (100...12500).contains(frequency) ? 1 / frequency : 0
  }

  /// Asks for more front to back than these powers have where the target has more, else for about as much; in no
  /// octave for less than they have, up to the target's.
  mutating func keep(
    _ values: [BandValues], target: SectorLevels, weights: RefinementWeights
  ) {
    let powers = powers(values)
    for index in looks.indices {
      let (front, back) = Self.sums(powers, looks[index].spectrum)
      let reached = Self.decibels * log(front / back)
      if let octave = looks[index].octave {
        looks[index].wanted =
          min(reached, target.frontToBack(octave: octave)) - weights.octaveFrontToBackMargin
      } else {
        looks[index].wanted = max(
          reached - weights.frontToBackMargin,
          min(reached + weights.frontToBackGain, target.broadbandFrontToBack()))
      }
    }
  }

  /// The cost of powers `[chunk][bin]`; adds to the gradient.
  func add(
    _ values: [BandValues], weights: RefinementWeights, to slopes: inout [BandValues]
  ) -> Double {
    var along = [(front: Double, back: Double)](repeating: (0, 0), count: bins)
    let powers = powers(values)
    var cost = 0.0
    for look in looks {
      let weight = look.octave == nil ? weights.frontToBack : weights.octaveFrontToBack
      let (front, back) = Self.sums(powers, look.spectrum)
      let missing = look.wanted - Self.decibels * log(front / back)
      guard missing > 0 else { continue }
      cost += weight * missing * missing
      let slope = 2 * weight * missing * Self.decibels
      for bin in 0..<bins {
        along[bin].front -= slope / front * look.spectrum[bin]
        along[bin].back += slope / back * look.spectrum[bin]
      }
    }
    for chunk in front.indices where cost > 0 && (front[chunk] != .zero || back[chunk] != .zero) {
      for bin in 1..<bins {
        let value = front[chunk] * along[bin].front + back[chunk] * along[bin].back
        slopes[chunk * bins + bin].left += value
        slopes[chunk * bins + bin].right += value
      }
    }
    return cost
  }

  /// The power of both ears in front and behind, per bin.
  private func powers(_ values: [BandValues]) -> [(front: Double, back: Double)] {
    var powers = [(front: Double, back: Double)](repeating: (0, 0), count: bins)
    for chunk in front.indices where front[chunk] != .zero || back[chunk] != .zero {
      for bin in 1..<bins {
        let power = values[chunk * bins + bin].left + values[chunk * bins + bin].right
        powers[bin].front += (power * front[chunk]).sum()
        powers[bin].back += (power * back[chunk]).sum()
      }
    }
    return powers
  }

  private static func sums(
    _ powers: [(front: Double, back: Double)], _ spectrum: [Double]
  ) -> (front: Double, back: Double) {
    var (front, back) = (1e-30, 1e-30)
    for (power, weight) in zip(powers, spectrum) where weight > 0 {
      front += power.front * weight
      back += power.back * weight
    }
    return (front, back)
  }
}
