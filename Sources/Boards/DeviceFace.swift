/// One of the six faces or edges of an upright device, as seen by an observer who faces its front.
public enum DeviceFace: String, CaseIterable, Sendable, Codable {
  /// The +z side, where a phone has its screen.
  case front
  /// The -z side.
  case back
  /// The -x side.
  case left
  /// The +x side.
  case right
  /// The +y side.
  case top
  /// The -y side, with the connector.
  case bottom

  /// The direction that points out of this face, in the device frame.
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

  /// The face whose outward direction is nearest to the given direction, in the device frame.
  public init(nearest direction: Vector3) {
    var best = DeviceFace.front
    for face in Self.allCases where dot(face.direction, direction) > dot(best.direction, direction)
    {
      best = face
    }
    self = best
  }
}
