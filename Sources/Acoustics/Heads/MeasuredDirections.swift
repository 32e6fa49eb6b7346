import Boards
import Glibc

/// The directions of a measurement, which represent all other directions.
struct MeasuredDirections: Sendable, Equatable {
  /// The directions as unit vectors.
  let vectors: [Vector3]

  /// The angle in radians below which two directions count as equal: a tenth of a degree.
  private static let sameDirection = 0.00175

  /// The angle in radians up to which only the nearest measured directions are used: 30 degrees, and one more for rings
  /// that are 30 degrees apart but have different steps.
  static let near = Double.pi * 31 / 180
  /// The angle in radians, 50 degrees, from which the nearest measured direction is not used at all.
  static let far = Double.pi * 5 / 18

  /// The angle in radians between a direction and the nearest measured direction.
  func angle(to direction: Vector3) -> Double {
    let cosine = vectors.reduce(-1) { max($0, dot($1, direction)) }
    return acos(min(1, cosine))
  }

  /// The measured directions that represent a direction, with their weights: only the direction itself if it was
  /// measured, otherwise the three nearest measured directions.
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
