import Boards

/// The position and view of a listener, which convert the axes of a room into forward, left and up.
struct ListenerAxes: Equatable {
  private let position: Vector3
  private let forward: Vector3
  private let left: Vector3
  private let up: Vector3

  /// A view and an upward direction closer to parallel than this (the sine of their angle) define no axes.
  private static let smallestSine = 0.01

  /// The axes of a listener at a position; `nil` if view and up have no length or are parallel.
  init?(position: Vector3, view: Vector3, up: Vector3) {
    guard view.length > 0, up.length > 0 else { return nil }
    let forward = view.normalized
    let across = cross(up.normalized, forward)
    guard across.length > Self.smallestSine else { return nil }
    self.position = position
    self.forward = forward
    left = across.normalized
    self.up = cross(forward, left)
  }

  /// A point in the room as seen by the listener: X forward, Y left, Z up.
  func seen(_ place: Vector3) -> Vector3 {
    let way = place - position
    return Vector3(dot(way, forward), dot(way, left), dot(way, up))
  }
}
