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

  /// The shares for a diffuse field: each ring stands for the part of the sphere that is nearest to it.
  let diffuseShares: [SIMD4<Double>]

  /// The elevations of the rings in degrees, each with the elevations between which it stands for the sphere.
  private static let rings: [(elevation: Double, from: Double, to: Double)] = [
    (0, -10, 10), (20, 10, 35), (-20, -90, -10), (50, 35, 90),
  ]

  /// The number of groups of four directions.
  var chunks: Int { shares.count }

  init(_ weights: RefinementWeights) {
    let grid = DirectionGrid.standard
    let degrees = 180 / Double.pi
    var indices: [Int] = []
    var values: [Double] = []
    var areas: [Double] = []
    for (elevation, from, to) in Self.rings {
      let ring = grid.directions.indices.filter {
        abs(asin(max(-1, min(1, grid.directions[$0].z))) * degrees - elevation) < 1
      }
      let height = elevation / weights.horizonWidth
      let share =
        cos(elevation / degrees) / Double(ring.count)
        * (weights.background + exp(-height * height / 2))
      let area = (sin(to / degrees) - sin(from / degrees)) / 2 / Double(ring.count)
      areas += repeatElement(area, count: ring.count)
      for index in ring {
        let angle = acos(max(-1, min(1, grid.directions[index].x))) * degrees / weights.frontalWidth
        indices.append(index)
        values.append(share * (1 + weights.frontalGain * exp(-angle * angle)))
      }
    }
    let total = values.reduce(0, +)
    self.indices = indices
    shares = DirectionGrid.lanes(values.map { $0 / total })
    diffuseShares = DirectionGrid.lanes(areas)
  }
}
