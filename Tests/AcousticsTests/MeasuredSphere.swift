import Acoustics
import Boards

/// The spherical head as if it had been measured: late, too loud, by a loudspeaker that may roll off.
struct MeasuredSphere {
  var rate: Int
  var taps: Int
  /// Seconds.
  var delay: Double
  /// Hertz below which the loudspeaker rolls off by 12 dB per octave; 0: it does not.
  var rollOff = 0.0
  /// The places of the receivers; directions from the centre.
  var ears = SphericalHead.ears

  private static let gain = 3.0

  /// The measurement from some directions.
  func set(_ directions: [Vector3]) -> ImpulseResponseSet {
    let transform = RealFourierTransform(length: taps)
    let step = Double(rate) / Double(taps)
    let frequencies = (0..<transform.bins).map { Double($0) * step }
    let spheres = frequencies.map {
      RigidSphere(ka: 2 * .pi * $0 * SphericalHead.radius / Air.speedOfSound)
    }
    let common = frequencies.map { loudspeaker($0) * late($0) * Self.gain }
    let samples = directions.flatMap { direction in
      ears.flatMap { ear in
        transform.inverse(
          zip(spheres, common).map { $0.response(cosine: dot(ear, direction)) * $1 })
      }
    }
    return ImpulseResponseSet(
      name: "sphere", rate: rate, directions: directions, receivers: ears.count, taps: taps,
      samples: samples)
  }

  private func late(_ frequency: Double) -> Complex {
    PlaneWave.pressure(
      at: Vector3(-delay * Air.speedOfSound, 0, 0), from: Vector3(1, 0, 0), frequency: frequency)
  }

  /// A Butterworth high pass of second order: s^2 / (s^2 + sqrt(2) s + 1).
  private func loudspeaker(_ frequency: Double) -> Complex {
    if rollOff == 0 { return Complex(1) }
    let x = frequency / rollOff
    return Complex(-x * x) / Complex(1 - x * x, 2.0.squareRoot() * x)
  }
}
