import Boards

/// The position and axes of a listener, which convert coordinates of the room into forward, left and up.
struct ListenerAxes: Equatable {
  private let position: Vector3
  private let forward: Vector3
  private let left: Vector3
  private let up: Vector3

  /// If the sine of the angle between the view and the upward direction is smaller than this, the two do not define
  /// axes.
  private static let smallestSine = 0.01

  /// The axes of a listener at a position; `nil` if the view or the upward direction has no length, or if they are
  /// parallel.
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
