import Glibc

/// The direction of a sound in the listener's frame, as users type and read it.
public struct Direction: Sendable, Equatable, Codable {
  /// The angle from straight ahead in degrees, positive to the RIGHT.
  public var azimuth: Double
  /// The angle above the horizontal plane in degrees, positive towards UP.
  public var elevation: Double

  /// Creates a direction from its angles in degrees.
  public init(azimuth: Double, elevation: Double = 0) {
    self.azimuth = azimuth
    self.elevation = elevation
  }

  /// The direction of a vector in scene axes (X forward, Y left, Z up).
  ///
  /// The sign of the azimuth changes only here and in ``sceneVector``, between the users' convention (right is
  /// positive) and the convention of the design mathematics and SOFA files (counter-clockwise, so left is positive).
  public init(sceneVector v: Vector3) {
    azimuth = -atan2(v.y, v.x) * 180 / .pi
    elevation = atan2(v.z, (v.x * v.x + v.y * v.y).squareRoot()) * 180 / .pi
  }

  /// The unit vector towards the source in scene axes (X forward, Y left, Z up).
  public var sceneVector: Vector3 {
    let a = -azimuth * .pi / 180
    let e = elevation * .pi / 180
    return Vector3(cos(e) * cos(a), cos(e) * sin(a), sin(e))
  }
}
