import Boards

/// A box around the origin of the device frame, with microphones in its faces.
public struct BoxShape: Sendable, Equatable {
  /// Half of each edge in metres, along x, y and z.
  public let half: Vector3

  /// Creates a box with these edges in metres.
  public init(size: Vector3) { half = size / 2 }

  /// The point of a microphone on the surface, and the normal of its face.
  ///
  /// Positions in board files can be slightly inside or outside the box. The port points out of the chosen face. If the
  /// board file does not state the port's direction, the chosen face is the nearest face. In the middle plane of a thin
  /// board, where two faces are equally near, it is the front.
  public func place(_ microphone: Microphone) -> (point: Vector3, normal: Vector3) {
    let face = microphone.normal.map(faceAlong) ?? nearestFace(microphone.position)
    var point = microphone.position
    for axis in 0..<3 { point[axis] = max(-half[axis], min(half[axis], point[axis])) }
    var normal = Vector3.zero
    normal[face.axis] = face.sign
    point[face.axis] = face.sign * half[face.axis]
    return (point, normal)
  }

  private func faceAlong(_ direction: Vector3) -> (axis: Int, sign: Double) {
    // If axes are equal, use z, as for the nearest face.
    var axis = 2
    for other in [0, 1] where abs(direction[other]) > abs(direction[axis]) { axis = other }
    return (axis, direction[axis] < 0 ? -1 : 1)
  }

  private func nearestFace(_ position: Vector3) -> (axis: Int, sign: Double) {
    func depth(_ axis: Int) -> Double { half[axis] - abs(position[axis]) }
    var axis = 2
    for other in [0, 1] where depth(other) < depth(axis) { axis = other }
    return (axis, position[axis] < 0 ? -1 : 1)
  }
}
