import Boards
import Glibc

@testable import Acoustics

/// Responses to plane waves, summed up from weights.
enum Waves {
  /// Directions all around on a spiral, off every plane of symmetry.
  static func directions(_ count: Int) -> [Vector3] {
    (0..<count).map { index in
      let z = -1 + 2 * (Double(index) + 0.43) / Double(count)
      let azimuth = 2.399_963 * Double(index) + 0.1
      let radius = (1 - z * z).squareRoot()
      return Vector3(radius * cos(azimuth), radius * sin(azimuth), z)
    }
  }

  /// The responses of all microphones, `[microphone]`, from weights `[point][microphone]`.
  static func responses(
    _ weights: [Complex], points: [Vector3], microphones: Int, from direction: Vector3,
    frequency: Double
  ) -> [Complex] {
    var sums = [Complex](repeating: .zero, count: microphones)
    for (index, point) in points.enumerated() {
      let wave = PlaneWave.pressure(at: point, from: direction, frequency: frequency)
      for n in 0..<microphones { sums[n] += weights[index * microphones + n] * wave }
    }
    return sums
  }
}
