import Acoustics
import Boards

/// What the places of some microphones allow in one case, from geometry alone.
struct ArrayGeometry: Sendable {
  /// Positions relative to the reference point of the scatterer, scene axes, metres.
  let placed: [Vector3]
  /// What they sit on.
  let scatterer: Scatterer

  /// Closer than this, coordinates count as equal: a tenth of the usual tolerance of a position.
  private static let tolerance = 5e-5

  /// The geometry of microphones at these positions in the device frame.
  init(positions: [Vector3], layout: Layout, scatterer: Scatterer) {
    placed = scatterer.placed(positions).map(layout.scene)
    self.scatterer = scatterer
  }

  /// Steering towards directions of the scene, at multiples of a frequency step.
  func steering(_ directions: [Vector3], step: Double) -> Steering {
    Steering(scatterer: scatterer, placed: placed, directions: directions, frequencyStep: step)
  }

  /// Whether the mirror image of a source in the plane across forward gives the same signals.
  var isMirroredFrontToBack: Bool { isMirrored(\.x) }

  /// Whether the mirror image of a source in the median plane gives the same signals.
  var isMirroredLeftToRight: Bool { isMirrored(\.y) }

  private func isMirrored(_ coordinate: (Vector3) -> Double) -> Bool {
    let values = placed.map(coordinate)
    switch scatterer {
    case .freeField: return (values.max() ?? 0) - (values.min() ?? 0) < Self.tolerance
    case .sphere: return values.allSatisfy { abs($0) < Self.tolerance }
    }
  }

  /// Whether all microphones are on one line (always so for two), which leaves a cone of confusion in free field.
  var isLinear: Bool {
    guard scatterer == .freeField, let first = placed.first else { return placed.count <= 2 }
    guard let far = placed.max(by: { ($0 - first).length < ($1 - first).length }),
      (far - first).length > Self.tolerance
    else { return true }
    let axis = (far - first).normalized
    return placed.allSatisfy { cross($0 - first, axis).length < Self.tolerance }
  }

  /// The longest step that is needed to walk over all microphones, in metres.
  ///
  /// The longest edge of the minimum spanning tree: microphones that close a gap count, those further away do not.
  var largestGap: Double {
    guard placed.count > 1 else { return 0 }
    var distances = placed.map { ($0 - placed[0]).length }
    var isReached = placed.map { _ in false }
    isReached[0] = true
    var gap = 0.0
    for _ in 1..<placed.count {
      guard
        let next = placed.indices.filter({ !isReached[$0] }).min(by: {
          distances[$0] < distances[$1]
        })
      else { break }
      isReached[next] = true
      gap = max(gap, distances[next])
      for other in placed.indices {
        distances[other] = min(distances[other], (placed[other] - placed[next]).length)
      }
    }
    return gap
  }

  /// Hertz above which directions are ambiguous: half a wavelength fits into ``largestGap``.
  var aliasingFrequency: Double {
    largestGap > 0 ? Air.speedOfSound / (2 * largestGap) : .infinity
  }
}
