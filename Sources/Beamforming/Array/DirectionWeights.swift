import Acoustics
import Boards
import Glibc

/// The weight of each direction of the standard grid.
///
/// Weights are larger around the horizon, where most sounds are, and largest in front: without the frontal term an
/// asymmetric array shifts the centre to one side by 5 to 20 degrees.
struct DirectionWeights: Sendable {
  /// The weights for least squares; they sum to 1.
  private(set) var design: [SIMD4<Double>]
  /// The same without a preference for the front; they sum to 1.
  let around: [SIMD4<Double>]
  /// The weights for timbre: the horizon alone, equal in front and behind; they sum to 1.
  let horizon: [SIMD4<Double>]
  /// The shares of the sphere, for a diffuse field; they sum to 1.
  let diffuse: [SIMD4<Double>]

  /// The weight of directions far from the horizon.
  private static let background = 0.04
  /// The width of the horizon's weight in degrees of elevation (one sigma).
  private static let horizonWidth = 10.0
  /// The width of the weight for timbre in degrees of elevation (one sigma).
  private static let timbreWidth = 5.0
  private static let frontalGain = 8.0
  /// The angle from forward in degrees at which the frontal term has fallen to 1/e.
  private static let frontalWidth = 35.0
  /// The angle in degrees at which the weight of raised directions has fallen to 1/e.
  private static let raisedWidth = 20.0
  /// The share by which they are raised at once: a larger share would oscillate.
  private static let raise = 0.4
  /// The share by which directions above weigh more than directions below.
  ///
  /// Far too little to be audible. Where microphones above and below are mirror images, two filters are equally good at
  /// frequencies with free phase, and without this share rounding errors would choose one of them, differently for each
  /// case and each ear.
  private static let upwardPreference = 1e-6

  /// The weights of the standard grid.
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

  /// The same weights, with more least-squares weight on directions around some azimuths in degrees, counter-clockwise
  /// from forward.
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
