import Acoustics
import Boards

/// The abilities of a microphone array in one case, judged by its geometry alone.
struct ArrayGeometry: Sendable {
  /// The positions relative to the reference point of the responses, in metres along the scene axes.
  let placed: [Vector3]
  /// The reference point of the responses relative to the origin of the device, in metres along the scene axes.
  let reference: Vector3
  /// The positions relative to the origin of the device, in metres along the scene axes.
  private let fromMiddle: [Vector3]
  private let model: BodyModel

  /// The difference in metres below which coordinates count as equal: a tenth of the usual position tolerance.
  private static let tolerance = 5e-5

  /// Determines the geometry of a subset of a board's microphones, with the board held as in a layout.
  init(_ board: Board, microphones: [Int], layout: Layout) {
    let used = microphones.map { board.microphones[$0] }
    model = board.body?.model ?? .freeField
    var positions = used.map(\.position)
    var reference = positions.reduce(Vector3.zero, +) / Double(max(1, positions.count))
    if let body = board.body {
      switch body.model {
      case .sphere(let radius):
        positions = positions.map { RigidSphere.place($0, radius: radius) }
        reference = .zero
      case .box:
        positions = used.map { BoxShape(size: body.size).place($0).point }
        reference = positions.reduce(Vector3.zero, +) / Double(max(1, positions.count))
      case .freeField, .measured: break
      }
    }
    self.reference = layout.scene(reference)
    fromMiddle = positions.map(layout.scene)
    placed = positions.map { layout.scene($0 - reference) }
  }

  /// True if the microphones sit on something that obstructs sound.
  var hasBody: Bool { model != .freeField }

  /// True if a source and its mirror image in the plane perpendicular to forward give the same signals.
  var isMirroredFrontToBack: Bool { isMirrored(\.x) }

  /// True if a source and its mirror image in the median plane give the same signals.
  var isMirroredLeftToRight: Bool { isMirrored(\.y) }

  private func isMirrored(_ coordinate: (Vector3) -> Double) -> Bool {
    switch model {
    case .freeField:
      let values = placed.map(coordinate)
      return (values.max() ?? 0) - (values.min() ?? 0) < Self.tolerance
    case .sphere, .box:
      return fromMiddle.allSatisfy { abs(coordinate($0)) < Self.tolerance }
    case .measured:
      return placed.count < 2
    }
  }

  /// True if all microphones lie on one line, as two always do; in a free field, this leaves a cone of confusion.
  var isLinear: Bool {
    guard model == .freeField, let first = placed.first else { return placed.count <= 2 }
    guard let far = placed.max(by: { ($0 - first).length < ($1 - first).length }),
      (far - first).length > Self.tolerance
    else { return true }
    let axis = (far - first).normalized
    return placed.allSatisfy { cross($0 - first, axis).length < Self.tolerance }
  }

  /// The longest step in metres that is needed to get from microphone to microphone until all have been visited.
  ///
  /// This is the longest edge of the minimum spanning tree: a microphone in between makes this edge shorter, while the
  /// overall size of the array does not matter.
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

  /// The frequency in hertz above which directions are ambiguous, because half a wavelength fits into ``largestGap``.
  var aliasingFrequency: Double {
    largestGap > 0 ? Air.speedOfSound / (2 * largestGap) : .infinity
  }
}
