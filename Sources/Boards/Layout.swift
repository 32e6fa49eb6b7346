/// The directions forward, up, left and right in the device frame, which follow from data source x orientation.
///
/// `RIGHT = FORWARD x UP`. This is the one place in Pinna that decides which side is which.
public struct Layout: Sendable, Equatable {
  /// The direction the data source looks, device frame, unit length.
  public let forward: Vector3
  /// Up, device frame, unit length, perpendicular to ``forward``.
  public let up: Vector3
  /// The side of the right channel, device frame, unit length.
  public let right: Vector3

  /// The side of the left channel, device frame, unit length.
  public var left: Vector3 { -right }

  /// The layout of a data source that looks along `forward`, with `up` pointing away from the ground.
  ///
  /// If the two are not perpendicular, forward is kept and up is the nearest direction perpendicular to it. `nil`
  /// when they are parallel (within ``parallelLimitDegrees``): then there is no left and right.
  ///
  /// - Source: in a right-handed frame, looking along F with U up, RIGHT = F x U.
  public init?(forward: Vector3, up: Vector3) {
    guard forward.length > 0, up.length > 0 else { return nil }
    let f = forward.normalized
    let u = up.normalized
    let r = cross(f, u)
    guard r.length > Self.parallelLimitSine else { return nil }
    self.forward = f
    self.right = r.normalized
    self.up = cross(self.right, f)
  }

  /// The angle between forward and up, in degrees, below which there is no usable left and right.
  public static let parallelLimitDegrees = 10.0
  private static let parallelLimitSine = 0.17364817766693033  // sin 10 degrees

  /// The edge or face of the device on the side of the left channel.
  public var leftEdge: DeviceFace { DeviceFace(nearest: left) }
  /// The edge or face of the device on the side of the right channel.
  public var rightEdge: DeviceFace { DeviceFace(nearest: right) }
  /// The edge or face of the device that is up.
  public var upEdge: DeviceFace { DeviceFace(nearest: up) }
  /// The face of the device that looks forward.
  public var forwardFace: DeviceFace { DeviceFace(nearest: forward) }

  /// A vector of the device frame in scene axes (X forward, Y left, Z up).
  public func scene(_ device: Vector3) -> Vector3 {
    Vector3(dot(forward, device), dot(left, device), dot(up, device))
  }

  /// A vector in scene axes (X forward, Y left, Z up) in the device frame.
  public func device(_ scene: Vector3) -> Vector3 {
    forward * scene.x + left * scene.y + up * scene.z
  }
}
