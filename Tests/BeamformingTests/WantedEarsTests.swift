import Acoustics
import Glibc
import Testing

@testable import Beamforming

/// The ears that rendering by direction aims at.
@Suite struct WantedEarsTests {
  /// The distance between bins and the frequency at which the filters' phase turns, in hertz.
  private static let step = 93.75
  private static let turn = 1800.0

  private static func response(_ phase: (Double) -> Double) -> [Complex] {
    (0..<257).map { bin in
      let angle = phase(Double(bin) * step)
      return Complex(cos(angle), sin(angle))
    }
  }

  /// The changes of phase in radians from bin to bin, up to 5.5 kHz.
  private static func turns(_ response: [Complex]) -> [Double] {
    (1..<60).map {
      let change = response[$0] * response[$0 - 1].conjugate
      return atan2(change.im, change.re)
    }
  }

  @Test("where the filters' phase turns by half a turn, the aim's phase turns slowly")
  func slow() {
    let linear = Self.response { $0 < Self.turn ? 2.97 : 0 }
    #expect(Self.turns(linear).map(abs).max() ?? 0 > 2.9)
    let head = Self.response { _ in 0 }
    let wanted = WantedEars(linear: [linear, linear], head: [head, head], step: Self.step)
    for ear in wanted.responses {
      // A step takes the shortest way, so all changes together are the turn.
      #expect(abs(abs(Self.turns(ear).reduce(0, +)) - 2.97) < 0.2)
      #expect(Self.turns(ear).map(abs).max() ?? .nan < 1.0)
      #expect(ear.allSatisfy { abs($0.magnitude - 1) < 1e-9 })
    }
  }

  @Test("below the fade, the phase difference of the ears is the head's")
  func difference() {
    let linear = [
      Self.response { $0 < Self.turn ? 2.97 : 0 }, Self.response { -$0 * 2 * .pi * 1e-4 },
    ]
    let delays = [0, 0.5e-3]
    let head = delays.map { delay in Self.response { -$0 * 2 * .pi * delay } }
    let wanted = WantedEars(linear: linear, head: head, step: Self.step).responses
    for bin in 1..<22 {
      let found = wanted[1][bin] * wanted[0][bin].conjugate
      let aim = head[1][bin] * head[0][bin].conjugate
      #expect((found - aim).magnitude < 1e-9)
    }
  }
}
