import Boards
import Glibc

/// A head that needs no data: a rigid sphere with two ears.
///
/// - Source: Duda and Martens, JASA 104 (1998): radius 8.75 cm, ears at +-100 degrees from forward.
public enum SphericalHead {
  /// The radius of the sphere in metres.
  public static let radius = 0.0875
  /// The angle in degrees between forward and an ear.
  public static let earAngle = 100.0

  /// The directions from the centre to the left and to the right ear, along the scene axes.
  public static let ears: [Vector3] = {
    let angle = earAngle * .pi / 180
    return [Vector3(cos(angle), sin(angle), 0), Vector3(cos(angle), -sin(angle), 0)]
  }()

  /// The pressure at an ear, relative to the undisturbed wave at the centre, for a plane wave.
  ///
  /// `angle` is the angle in degrees between the ear and the source, `frequency` is in hertz.
  public static func response(frequency: Double, angle: Double) -> Complex {
    RigidSphere(ka: ka(frequency)).response(cosine: cos(angle * .pi / 180))
  }

  /// The wavenumber times the radius, at a frequency in hertz.
  static func ka(_ frequency: Double) -> Double {
    2 * .pi * frequency * radius / Air.speedOfSound
  }

  /// The interaural time difference in seconds at high frequencies, for a source `azimuth` degrees (0 to 90) to the
  /// side.
  ///
  /// - Source: Woodworth, "Experimental Psychology" (1938): (a/c)(theta + sin theta), for ears at +-90 degrees.
  public static func woodworthDelay(azimuth: Double) -> Double {
    let theta = azimuth * .pi / 180
    return radius / Air.speedOfSound * (theta + sin(theta))
  }
}
