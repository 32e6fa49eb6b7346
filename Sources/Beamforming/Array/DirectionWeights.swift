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
  /// For the timbre: around the horizon, no more in front than behind; they sum to 1.
  let horizon: [SIMD4<Double>]
  /// Shares of the sphere, for a diffuse field; they sum to 1.
  let diffuse: [SIMD4<Double>]

  /// The share of directions far from the horizon.
  private static let background = 0.04
  /// Degrees of elevation (one sigma).
  private static let horizonWidth = 10.0
  private static let frontalGain = 8.0
  /// Degrees from forward at which the frontal term has fallen to 1/e.
  private static let frontalWidth = 35.0
  /// By how much directions above count for more than those below.
  ///
  /// Far too little to be heard. Where microphones above and below are mirror images, two filters are equally good at
  /// frequencies whose phase is free, and without this rounding errors would choose one of them: for each case, and
  /// for each ear, another one.
  private static let upwardPreference = 1e-6

  /// The weights.
  init() {
    let grid = DirectionGrid.standard
    let degrees = 180 / Double.pi
    let horizon = zip(grid.directions, grid.areas).map { u, area -> Double in
      let elevation = asin(max(-1, min(1, u.z))) * degrees / Self.horizonWidth
      return area * (Self.background + exp(-elevation * elevation / 2))
    }
    let front = grid.directions.map { u -> Double in
      let angle = acos(max(-1, min(1, u.x))) * degrees / Self.frontalWidth
      return 1 + Self.frontalGain * exp(-angle * angle)
    }
    self.horizon = Self.normalised(horizon)
    let upward = grid.directions.map { 1 + Self.upwardPreference * $0.z }
    design = Self.normalised(grid.directions.indices.map { horizon[$0] * front[$0] * upward[$0] })
    diffuse = DirectionGrid.lanes(grid.areas)
  }

  private static func normalised(_ weights: [Double]) -> [SIMD4<Double>] {
    let total = weights.reduce(0, +)
    return DirectionGrid.lanes(weights.map { $0 / total })
  }
}
