/// The directions forward, up, left and right in the device frame, which follow from the data source and the
/// orientation.
///
/// `RIGHT = FORWARD x UP`. Only this code in Pinna decides which side is left and which is right.
public struct Layout: Sendable, Equatable {
  /// The forward direction of the data source, in the device frame, with unit length.
  public let forward: Vector3
  /// The up direction, in the device frame, with unit length and perpendicular to ``forward``.
  public let up: Vector3
  /// The direction of the right channel's side, in the device frame, with unit length.
  public let right: Vector3

  /// The direction of the left channel's side, in the device frame, with unit length.
  public var left: Vector3 { -right }

  /// The layout of a data source that faces along `forward` while `up` points away from the ground.
  ///
  /// If the two are not perpendicular, forward stays, and up becomes the nearest direction perpendicular to forward.
  /// The layout is `nil` if they are parallel (within ``parallelLimitDegrees``), because there is then no left and
  /// right.
  ///
  /// - Source: in a right-handed frame, for a person who faces along F with U up, RIGHT = F x U.
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

  /// The angle between the axes of forward and up, in degrees, below which left and right are unusable.
  public static let parallelLimitDegrees = 10.0
  private static let parallelLimitSine = 0.17364817766693033  // sin 10 degrees

  /// The edge or face of the device on the left channel's side.
  public var leftEdge: DeviceFace { DeviceFace(nearest: left) }
  /// The edge or face of the device on the right channel's side.
  public var rightEdge: DeviceFace { DeviceFace(nearest: right) }
  /// The edge or face of the device that points up.
  public var upEdge: DeviceFace { DeviceFace(nearest: up) }
  /// The face or edge of the device that points forward.
  public var forwardFace: DeviceFace { DeviceFace(nearest: forward) }

  /// Converts a vector from the device frame to scene axes (X forward, Y left, Z up).
  public func scene(_ device: Vector3) -> Vector3 {
    Vector3(dot(forward, device), dot(left, device), dot(up, device))
  }

  /// Converts a vector from scene axes (X forward, Y left, Z up) to the device frame.
  public func device(_ scene: Vector3) -> Vector3 {
    forward * scene.x + left * scene.y + up * scene.z
  }
}
