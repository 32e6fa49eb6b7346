import Acoustics
import Glibc

/// The directions of a refinement: rings of the standard grid at and around the height of the ears.
struct RefinementDirections {
  /// Indices into the standard grid; the horizon comes first.
  let indices: [Int]
  /// The share of each direction in groups of four; they sum to 1, and the padding counts nothing.
  let shares: [SIMD4<Double>]
  /// The number of directions on the horizon, which come first.
  let horizonCount = DirectionGrid.standard.horizonCount

  /// The elevations of the rings in degrees.
  private static let rings = [0.0, 10, -10, 30]

  /// The number of groups of four directions.
  var chunks: Int { shares.count }

  init(_ weights: RefinementWeights) {
    let grid = DirectionGrid.standard
    let degrees = 180 / Double.pi
    var indices: [Int] = []
    var values: [Double] = []
    for elevation in Self.rings {
      let ring = grid.directions.indices.filter {
        abs(asin(max(-1, min(1, grid.directions[$0].z))) * degrees - elevation) < 1
      }
      let height = elevation / weights.horizonWidth
      let share =
        cos(elevation / degrees) / Double(ring.count)
        * (weights.background + exp(-height * height / 2))
      for index in ring {
        let angle = acos(max(-1, min(1, grid.directions[index].x))) * degrees / weights.frontalWidth
        indices.append(index)
        values.append(share * (1 + weights.frontalGain * exp(-angle * angle)))
      }
    }
    let total = values.reduce(0, +)
    self.indices = indices
    shares = DirectionGrid.lanes(values.map { $0 / total })
  }
}
