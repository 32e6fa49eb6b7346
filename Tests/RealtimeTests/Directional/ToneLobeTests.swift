import Glibc
import Testing

@testable import Realtime

/// Steady tones in the stage after the filters.
@Suite("Tones in the stage")
struct ToneLobeTests {
  /// The power in the bins around a tone, as the sine window shows it; the tone lies `offset` bins above bin 4.
  private static func lobe(_ offset: Double) -> [Float] {
    (0..<9).map { bin in
      let distance = Double(bin - 4) - offset
      let magnitude =
        abs(abs(distance) - 0.5) < 1e-9
        ? Double.pi / 4 : cos(.pi * distance) / (1 - 4 * distance * distance)
      return Float(magnitude * magnitude)
    }
  }

  @Test("the frequency of a tone is found between the bins", arguments: -10...10)
  func frequency(twentieths: Int) {
    let offset = Double(twentieths) / 20
    let powers = Self.lobe(offset)
    #expect(abs(Double(ToneLobe.offset(powers, 4)) - offset) < 0.025)
  }

  @Test("a tone is a peak that stands alone")
  func peak() {
    var powers = Self.lobe(0.2)
    #expect(ToneLobe.isPeak(powers, 4))
    #expect(!ToneLobe.isPeak(powers, 3) && !ToneLobe.isPeak(powers, 5))
    powers[7] = powers[4] / 50
    #expect(!ToneLobe.isPeak(powers, 4))
    #expect(!ToneLobe.isPeak([Float](repeating: 0, count: 9), 4))
    #expect(!ToneLobe.isPeak([Float](repeating: 1, count: 9), 4))
  }

  @Test("a share of the way between opposite phases cancels no ear", arguments: [0.1, 0.5, 0.84])
  func mixture(share: Double) {
    let response = LaneComplex(Lanes(repeating: 0.18), Lanes(repeating: -0.99))
    let aim = LaneComplex(Lanes(repeating: -0.02), Lanes(repeating: 0.19))
    let difference = ToneLobe.part(Float(share), from: response, to: aim)
    let re = 0.18 + Float(share) * difference.re[0]
    let im = -0.99 + Float(share) * difference.im[0]
    let expected = (1 - share) * hypot(0.18, 0.99) + share * hypot(0.02, 0.19)
    #expect(abs(Double(hypot(re, im)) - expected) < 1e-5)
  }

  @Test("the whole way leads to the aim")
  func whole() {
    let response = LaneComplex(Lanes(repeating: 0.5), Lanes(repeating: 1))
    let aim = LaneComplex(Lanes(repeating: -0.25), Lanes(repeating: 0.75))
    let difference = ToneLobe.part(1, from: response, to: aim)
    #expect(difference.re[0] == -0.75 && difference.im[0] == -0.25)
  }

  @Test("directions that coincide share their clarity, others do not")
  func clarity() {
    var (last, other) = (DirectionCandidate(), DirectionCandidate())
    (last.clarity, other.clarity, other.azimuth) = (0.5, 0.9, 358)
    var found = DirectionCandidate()
    found.clarity = 0.2
    found.settle(from: last, or: other, goesOn: false, kept: 1, isAround: true)
    #expect(found.clarity == 0.9)
    other.azimuth = 180
    found.clarity = 0.2
    found.settle(from: last, or: other, goesOn: false, kept: 1, isAround: true)
    #expect(found.clarity == 0.5)
  }

  @Test(
    "a continuing tone keeps its clarity exactly, a new one may become clearer",
    arguments: [(true, 0.5), (false, 0.75)] as [(Bool, Float)])
  func steadyClarity(goesOn: Bool, expected: Float) {
    var (last, other) = (DirectionCandidate(), DirectionCandidate())
    (last.clarity, last.isTone, other.azimuth) = (0.5, true, 180)
    var found = DirectionCandidate()
    (found.clarity, found.isTone) = (0.75, true)
    found.settle(from: last, or: other, goesOn: goesOn, kept: 0.9, isAround: true)
    #expect(found.clarity == expected)
  }

  @Test("a position beyond the ends of a ring lies on the ring")
  func ring() {
    let ring = ScannedRing(
      first: 72, count: 24, step: 15, elevation: 20, stride: 1, scanned: 24, firstVector: 0,
      vectors: 4)
    var found = DirectionCandidate()
    found.move(to: 24.5, in: ring, isAround: true)
    #expect(found.place == 72.5 && found.azimuth == 7.5 && found.elevation == 20 && !found.isLevel)
    found.move(to: -0.25, in: ring, isAround: true)
    #expect(found.place == 95.75 && found.nearest == 72)
    found.move(to: -1e-9, in: ring, isAround: true)
    #expect(found.place >= 72 && found.place < 96 && found.nearest == 72)
    found.move(to: 24.5, in: ring, isAround: false)
    #expect(found.place == 95 && found.nearest == 95)
    found.move(to: -0.5, in: ring, isAround: false)
    #expect(found.place == 72 && found.nearest == 72)
  }
}
