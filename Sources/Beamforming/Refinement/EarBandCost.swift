import Acoustics

/// The cost of levels and interaural coherence in the bands of the ear, in every direction.
struct EarBandCost {
  private let bands: RefinementBands
  /// The target, `[chunk][band]`.
  private let target: [BandValues]
  /// The shares of the directions, over the number of bands.
  private let shares: [SIMD4<Double>]

  init(
    _ target: RefinementTarget, directions: RefinementDirections, bands: RefinementBands
  ) {
    self.bands = bands
    shares = directions.shares.map { $0 / Double(bands.count) }
    self.target = (0..<directions.chunks).flatMap { chunk in
      (0..<bands.count).map { Self.sum(target.powers, from: chunk * target.bins, bands, $0) }
    }
  }

  private static func sum(
    _ powers: [BandValues], from start: Int, _ bands: RefinementBands, _ band: Int
  ) -> BandValues {
    var sum = BandValues.zero
    for bin in bands.range(band) { sum.add(powers[start + bin], times: bands.weight(band, bin)) }
    return sum
  }

  /// The cost of powers `[chunk][bin]`; adds to the gradient.
  func add(
    _ powers: [BandValues], bins: Int, weights: RefinementWeights, to slopes: inout [BandValues]
  ) -> Double {
    var cost = SIMD4<Double>.zero
    for chunk in shares.indices {
      for band in 0..<bands.count {
        let (value, slope) = Self.sum(powers, from: chunk * bins, bands, band).compared(
          to: target[chunk * bands.count + band],
          level: weights.level * bands.levelWeight[band], spectrum: weights.spectrum,
          coherence: weights.coherence * bands.phaseWeight[band])
        cost += value * shares[chunk]
        let share = slope * shares[chunk]
        for bin in bands.range(band) {
          slopes[chunk * bins + bin].add(share, times: bands.weight(band, bin))
        }
      }
    }
    return cost.sum()
  }
}
