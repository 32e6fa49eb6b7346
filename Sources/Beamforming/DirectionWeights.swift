import Acoustics
import Boards
import Glibc

/// How much each direction of the standard grid counts.
///
/// More around the horizon, where sounds are, and most in front: without the frontal term an asymmetric array pulls the
/// centre to one side by 5 to 20 degrees.
struct DirectionWeights: Sendable {
  /// For the least squares; they sum to 1.
  let design: [SIMD4<Double>]
  /// Shares of the sphere, for a diffuse field; they sum to 1.
  let diffuse: [SIMD4<Double>]

  private static let background = 0.08
  private static let horizonWidth = 15.0
  private static let frontalGain = 8.0
  private static let frontalWidth = 30.0

  /// Weights with or without the frontal term.
  init(frontal: Bool) {
    let grid = DirectionGrid.standard
    let degrees = 180 / Double.pi
    let raw = zip(grid.directions, grid.areas).map { u, area -> Double in
      let elevation = asin(max(-1, min(1, u.z))) * degrees / Self.horizonWidth
      let angle = acos(max(-1, min(1, u.x))) * degrees / Self.frontalWidth
      let front = frontal ? Self.frontalGain * exp(-angle * angle) : 0
      return area * (Self.background + exp(-elevation * elevation / 2)) * (1 + front)
    }
    let total = raw.reduce(0, +)
    design = DirectionGrid.lanes(raw.map { $0 / total })
    diffuse = DirectionGrid.lanes(grid.areas)
  }
}
