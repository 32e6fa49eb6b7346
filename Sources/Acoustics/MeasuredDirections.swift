import Boards

/// The directions of a measurement, and which of them stand for any other direction.
struct MeasuredDirections: Sendable, Equatable {
  /// Unit vectors.
  let vectors: [Vector3]

  /// Nearer than this a direction was measured itself: a tenth of a degree.
  private static let sameDirection = 0.00175

  /// Measured directions with their weights: one where it was measured, else the nearest three.
  func neighbours(of direction: Vector3) -> [(index: Int, weight: Double)] {
    var nearest: [(index: Int, distance: Double)] = []
    for (index, candidate) in vectors.enumerated() {
      let distance = (candidate - direction).length
      if nearest.count == 3 && distance >= nearest[2].distance { continue }
      let place = nearest.firstIndex { distance < $0.distance } ?? nearest.count
      nearest.insert((index, distance), at: place)
      if nearest.count > 3 { nearest.removeLast() }
    }
    guard let first = nearest.first, first.distance > Self.sameDirection else {
      return nearest.prefix(1).map { ($0.index, 1) }
    }
    let total = nearest.reduce(0) { $0 + 1 / $1.distance }
    return nearest.map { ($0.index, 1 / $0.distance / total) }
  }
}
