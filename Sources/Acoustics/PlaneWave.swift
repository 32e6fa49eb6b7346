import Boards
import Glibc

/// A plane wave without anything in its way.
public enum PlaneWave {
  /// The pressure at a place (metres from where the wave has phase 0), for a wave from a direction: e^{j k r.u}.
  public static func pressure(
    at place: Vector3, from direction: Vector3, frequency: Double
  ) -> Complex {
    let phase = phase(path: dot(place, direction), frequency: frequency)
    return Complex(cos(phase), sin(phase))
  }

  /// The pressures after four paths towards the source, in metres.
  static func pressures(paths: SIMD4<Double>, frequency: Double) -> ComplexLanes {
    var result = ComplexLanes.zero
    for lane in 0..<4 {
      let phase = phase(path: paths[lane], frequency: frequency)
      result[lane] = Complex(cos(phase), sin(phase))
    }
    return result
  }

  private static func phase(path: Double, frequency: Double) -> Double {
    2 * .pi * frequency / Air.speedOfSound * path
  }
}
