import Acoustics
import Glibc

/// Bands with raised edges that overlap by half: together they count every frequency alike.
struct SmoothBands: Sendable {
  /// One band: the weights of the bins from the first on.
  struct Band: Sendable {
    let centre: Double
    let first: Int
    let weights: [Double]

    /// The weighted sum of values by bin.
    func sum(_ values: [BandValues], from start: Int) -> BandValues {
      var sum = BandValues.zero
      for (offset, weight) in weights.enumerated() {
        sum.add(values[start + first + offset], times: weight)
      }
      return sum
    }

    /// Adds a slope along the sum to those along the values.
    func spread(_ slope: BandValues, to slopes: inout [BandValues], from start: Int) {
      for (offset, weight) in weights.enumerated() {
        slopes[start + first + offset].add(slope, times: weight)
      }
    }
  }

  /// The bands, in rising order.
  let bands: [Band]

  /// Hann windows a twelfth of an octave wide between their halves, half of that apart, but no closer than bins.
  init(range: ClosedRange<Double>, step: Double) {
    let half = pow(2, 1.0 / 24)
    var bands: [Band] = []
    var centre = (range.lowerBound / step).rounded(.up) * step
    while centre * half * half <= range.upperBound {
      let reach = max(step, centre * (half * half - 1))
      let first = Int(((centre - reach) / step).rounded(.down)) + 1
      let last = Int(((centre + reach) / step).rounded(.up)) - 1
      let weights = (first...max(first, last)).map { bin in
        let distance = (Double(bin) * step - centre) / reach
        return 0.5 + 0.5 * cos(.pi * distance)
      }
      bands.append(Band(centre: centre, first: first, weights: weights))
      centre += max(step, centre * (half - 1))
    }
    self.bands = bands
  }
}
