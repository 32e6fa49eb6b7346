import Acoustics
import Glibc

/// The target of a refinement, in the shape in which its cost compares it.
struct RefinementTarget {
  /// The number of frequencies of the cost.
  let bins: Int
  /// Powers and cross powers, `[chunk][bin]`.
  let powers: [BandValues]
  /// The most noise in decibels, `[ear][bin]` over all frequencies of the grid: the target's mean level, less the
  /// floor.
  let noiseLimit: [Double]

  /// The target on the frequencies of a coarser grid, every `stride`-th of its own.
  init(
    _ target: Target, directions: RefinementDirections, stride: Int, bins: Int, floor: Double
  ) {
    let count = (target.bins - 1) / stride + 1
    var powers = [BandValues](repeating: .zero, count: directions.chunks * bins)
    var limits = [Double](repeating: 0, count: 2 * count)
    var buffer = [ComplexLanes](repeating: .zero, count: target.chunks)
    for bin in 0..<count {
      var ears: [[ComplexLanes]] = []
      for ear in 0..<2 {
        target.read(output: ear, bin: bin * stride, into: &buffer)
        var picked = [ComplexLanes](repeating: .zero, count: directions.chunks)
        for (q, index) in directions.indices.enumerated() {
          picked[q / 4][q % 4] = buffer[index / 4][index % 4]
        }
        var mean = SIMD4<Double>.zero
        for chunk in picked.indices { mean += picked[chunk].power * directions.shares[chunk] }
        limits[ear * count + bin] = 10 * log10(mean.sum() + 1e-30) - floor
        ears.append(picked)
      }
      guard bin < bins else { continue }
      for chunk in 0..<directions.chunks {
        powers[chunk * bins + bin] = BandValues(left: ears[0][chunk], right: ears[1][chunk])
      }
    }
    self.bins = bins
    self.powers = powers
    noiseLimit = limits
  }
}
