import Acoustics
import Boards
import Glibc

/// The filters that turn the free-field sound at the centre of a rigid sphere into the sound at points on its
/// surface, for plane waves.
///
/// The filters depend only on the angle between the point and the source, so they are computed for a series of
/// angles and interpolated in between.
struct SphereResponse: Sendable {
  /// The number of taps in a filter; half of the taps belong to later frames.
  let taps: Int
  private let steps: Int
  // [angle from 0 to 180 degrees][tap]
  private let table: [Float]

  /// The difference in arrival time, in seconds, between neighbouring angles; interpolation is then accurate to 0.02 dB
  /// at 20 kHz.
  private static let spacing = 1e-6
  private static let fewestSteps = 180
  private static let mostSteps = 1440

  init(radius: Double, rate: Int) {
    // With radius a, the wave needs a/c to reach the surface and at most pi a/c around it; its tail is a few times
    // as long.
    let frames = radius / Air.speedOfSound * Double(rate)
    var taps = 128
    while Double(taps) < 16 * frames { taps *= 2 }
    self.taps = taps
    let wanted = Int(.pi * radius / Air.speedOfSound / Self.spacing)
    steps = min(max(wanted, Self.fewestSteps), Self.mostSteps)
    let series = (0..<(taps / 2)).map { bin in
      let frequency = Double(bin) / Double(taps) * Double(rate)
      return RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
    }
    table = Self.table(series, steps: steps, taps: taps)
  }

  private static func table(_ series: [RigidSphere], steps: Int, taps: Int) -> [Float] {
    let impulse = ImpulseTaps(count: taps)
    return (0...steps).flatMap { step in
      let cosine = cos(.pi * Double(step) / Double(steps))
      return impulse.taps { series[$0].response(cosine: cosine) }
    }
  }

  /// The filter for a point whose angle to the source has this cosine.
  func response(cosine: Double, gain: Double) -> Response {
    let place = acos(max(-1, min(1, cosine))) / .pi * Double(steps)
    let step = min(Int(place), steps - 1)
    let far = Float((place - Double(step)) * gain)
    let near = Float(gain) - far
    let start = step * taps
    return Response(
      first: -taps / 2,
      taps: (0..<taps).map { near * table[start + $0] + far * table[start + taps + $0] })
  }
}

extension Response {
  /// A filter that has the effect of this one followed by another.
  func followed(by other: Response) -> Response {
    var result = [Float](repeating: 0, count: taps.count + other.taps.count - 1)
    for (i, a) in taps.enumerated() {
      for (j, b) in other.taps.enumerated() { result[i + j] += a * b }
    }
    return Response(first: first + other.first, taps: result)
  }
}
