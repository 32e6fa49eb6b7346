import Acoustics
import Glibc

/// The filter from the free sound at the centre of a rigid sphere to a place on its surface, for plane waves.
struct SphereResponse: Sendable {
  /// Taps of a response; half of them belong to frames that are still to come.
  let taps: Int
  private let series: [RigidSphere]
  private let cosines: [Double]

  /// Between this part of half the sample rate and half the sample rate the response falls to 0, so that it is short.
  private static let edge = 0.85

  init(radius: Double, rate: Int) {
    // The wave needs a/c to the surface and at most pi a/c around it; its tail is a few times that.
    let frames = radius / Air.speedOfSound * Double(rate)
    var taps = 128
    while Double(taps) < 16 * frames { taps *= 2 }
    self.taps = taps
    series = (0..<(taps / 2)).map { bin in
      let frequency = Double(bin) / Double(taps) * Double(rate)
      return RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
    }
    cosines = (0..<taps).map { cos(2 * .pi * Double($0) / Double(taps)) }
  }

  /// The filter for a place at an angle to the source, given by its cosine.
  func response(cosine: Double, delayFrames: Double, gain: Double) -> Response {
    let half = taps / 2
    // Whole frames of delay move the taps; only the rest is a matter of phase.
    let whole = delayFrames.rounded(.down)
    var sum = [Double](repeating: 0, count: taps)
    for bin in 0..<half {
      let angle = -2 * .pi * Double(bin) / Double(taps) * (delayFrames - whole)
      let value =
        series[bin].response(cosine: cosine) * Complex(cos(angle), sin(angle)) * taper(bin)
      let scale = bin == 0 ? 1.0 : 2.0
      for tap in 0..<taps {
        // g[o] = 1/N sum H(w) e^{-j w o} for offsets -N/2 to N/2 - 1.
        let turn = bin * (tap + half) & (taps - 1)
        let sine = cosines[(turn + 3 * taps / 4) & (taps - 1)]
        sum[tap] += scale * (value.re * cosines[turn] + value.im * sine)
      }
    }
    return Response(first: -half - Int(whole), taps: sum.map { Float($0 * gain / Double(taps)) })
  }

  private func taper(_ bin: Int) -> Double {
    let place = Double(bin) / Double(taps / 2)
    guard place > Self.edge else { return 1 }
    return 0.5 + 0.5 * cos(.pi * (place - Self.edge) / (1 - Self.edge))
  }
}
