/// One of the six faces or edges of a device, seen by an observer who faces its front with the board upright.
public enum DeviceFace: String, CaseIterable, Sendable, Codable {
  /// +z, the screen side of a phone.
  case front
  /// -z.
  case back
  /// -x.
  case left
  /// +x.
  case right
  /// +y.
  case top
  /// -y, where the connector is.
  case bottom

  /// The direction out of this face, in the device frame.
  public var direction: Vector3 {
    switch self {
    case .front: Vector3(0, 0, 1)
    case .back: Vector3(0, 0, -1)
    case .left: Vector3(-1, 0, 0)
    case .right: Vector3(1, 0, 0)
    case .top: Vector3(0, 1, 0)
    case .bottom: Vector3(0, -1, 0)
    }
  }

  /// The face that a direction in the device frame points out of most.
  public init(nearest direction: Vector3) {
    var best = DeviceFace.front
    for face in Self.allCases where dot(face.direction, direction) > dot(best.direction, direction)
    {
      best = face
    }
    self = best
  }
}
