import Acoustics
import Boards
import Glibc

/// The weights that a design gives to the directions of the standard grid.
///
/// Weights are larger around the horizon, where most sounds are, and largest in front: without the additional weight in
/// front, an asymmetric array would shift the centre of the sound to one side by 5 to 20 degrees.
struct DirectionWeights: Sendable {
  /// The weights for the least-squares design; they sum to 1.
  private(set) var design: [SIMD4<Double>]
  /// The weights for the least-squares design, but without a preference for the front; they sum to 1.
  let around: [SIMD4<Double>]
  /// The weights for timbre: only directions near the horizon, with front and back weighted equally; they sum to 1.
  let horizon: [SIMD4<Double>]
  /// The share of the sphere that each direction represents, for a diffuse field; the shares sum to 1.
  let diffuse: [SIMD4<Double>]

  /// The weight of directions far from the horizon; on the horizon, the weight is larger by 1.
  private static let background = 0.04
  /// The width in degrees of elevation (one sigma) over which the weight of the horizon falls.
  private static let horizonWidth = 10.0
  /// The width in degrees of elevation (one sigma) over which the weight for timbre falls.
  private static let timbreWidth = 5.0
  private static let frontalGain = 8.0
  /// The angle from forward in degrees at which the additional weight in front has fallen to 1/e.
  private static let frontalWidth = 35.0
  /// The angle in degrees from a raised direction at which the additional weight has fallen to 1/e.
  private static let raisedWidth = 20.0
  /// The share by which weights are raised in one round; with a larger share, the rounds would oscillate.
  private static let raise = 0.4
  /// The share by which directions above the horizon weigh more than directions below it.
  ///
  /// It is far too small to be audible. If microphones above and below are mirror images, two filters are equally good
  /// at frequencies where the phase is free; without this share, rounding errors would choose between the two filters,
  /// differently for each case and each ear.
  private static let upwardPreference = 1e-6

  /// Computes the weights for the standard grid.
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
    self.horizon = Self.normalised(
      zip(grid.directions, grid.areas).map { u, area -> Double in
        let elevation = asin(max(-1, min(1, u.z))) * degrees / Self.timbreWidth
        return area * exp(-elevation * elevation / 2)
      })
    let upward = grid.directions.map { 1 + Self.upwardPreference * $0.z }
    design = Self.normalised(grid.directions.indices.map { horizon[$0] * front[$0] * upward[$0] })
    around = Self.normalised(grid.directions.indices.map { horizon[$0] * upward[$0] })
    diffuse = DirectionGrid.lanes(grid.areas)
  }

  /// Returns these weights with more least-squares weight on directions around the given azimuths, in degrees
  /// counter-clockwise from forward.
  func raised(around azimuths: [Double]) -> DirectionWeights {
    var raised = self
    var values = DirectionGrid.standard.directions.indices.map { design[$0 / 4][$0 % 4] }
    for (n, u) in DirectionGrid.standard.directions.enumerated() {
      let azimuth = atan2(u.y, u.x) * 180 / .pi
      let distances = azimuths.map { abs(remainder($0 - azimuth, 360)) / Self.raisedWidth }
      let nearest = distances.min() ?? .infinity
      values[n] *= 1 + Self.raise * exp(-nearest * nearest)
    }
    raised.design = Self.normalised(values)
    return raised
  }

  private static func normalised(_ weights: [Double]) -> [SIMD4<Double>] {
    let total = weights.reduce(0, +)
    return DirectionGrid.lanes(weights.map { $0 / total })
  }
}
