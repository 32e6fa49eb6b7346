import Acoustics
import Glibc

/// The target of a refinement, in the shape in which its cost compares it.
struct RefinementTarget {
  /// Powers and cross powers, `[chunk][band]`.
  let values: [BandValues]
  /// The mean power of both ears over the directions, per band.
  let power: [Double]
  /// The most noise in decibels, `[ear][bin]`: the target's mean level, less the floor.
  let noiseLimit: [Double]

  init(_ target: Target, directions: RefinementDirections, bands: RefinementBands, floor: Double) {
    var values = [BandValues](repeating: .zero, count: directions.chunks * bands.count)
    var limits = [Double](repeating: 0, count: 2 * target.bins)
    var buffer = [ComplexLanes](repeating: .zero, count: target.chunks)
    for bin in 0..<target.bins {
      var ears: [[ComplexLanes]] = []
      for ear in 0..<2 {
        target.read(output: ear, bin: bin, into: &buffer)
        var picked = [ComplexLanes](repeating: .zero, count: directions.chunks)
        for (q, index) in directions.indices.enumerated() {
          picked[q / 4][q % 4] = buffer[index / 4][index % 4]
        }
        var mean = SIMD4<Double>.zero
        for chunk in picked.indices { mean += picked[chunk].power * directions.shares[chunk] }
        limits[ear * target.bins + bin] = 10 * log10(mean.sum() + 1e-30) - floor
        ears.append(picked)
      }
      guard bin < bands.bins else { continue }
      for chunk in 0..<directions.chunks {
        let value = BandValues(left: ears[0][chunk], right: ears[1][chunk])
        for band in bands.bandRange(bin) {
          values[chunk * bands.count + band].add(value, times: bands.weight(band, bin))
        }
      }
    }
    self.values = values
    noiseLimit = limits
    power = (0..<bands.count).map { band in
      var sum = SIMD4<Double>.zero
      for chunk in 0..<directions.chunks {
        let value = values[chunk * bands.count + band]
        sum += (value.left + value.right) * directions.diffuseShares[chunk]
      }
      return max(1e-30, sum.sum())
    }
  }
}
