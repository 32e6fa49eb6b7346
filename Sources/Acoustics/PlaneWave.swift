import Boards
import Glibc

/// An undisturbed plane wave.
public enum PlaneWave {
  /// The pressure e^{j k r.u} at a point r, for a wave from a direction u; r is in metres from the point with phase 0.
  public static func pressure(
    at place: Vector3, from direction: Vector3, frequency: Double
  ) -> Complex {
    pressure(path: dot(place, direction), frequency: frequency)
  }

  /// The pressure at the end of a path towards the source with a length of `path` metres.
  static func pressure(path: Double, frequency: Double) -> Complex {
    let phase = phase(path: path, frequency: frequency)
    return Complex(cos(phase), sin(phase))
  }

  /// The pressures at the ends of four paths towards the source with lengths of `paths` metres.
  static func pressures(paths: SIMD4<Double>, frequency: Double) -> ComplexLanes {
    var result = ComplexLanes.zero
    for lane in 0..<4 { result[lane] = pressure(path: paths[lane], frequency: frequency) }
    return result
  }

  private static func phase(path: Double, frequency: Double) -> Double {
    2 * .pi * frequency / Air.speedOfSound * path
  }
}
