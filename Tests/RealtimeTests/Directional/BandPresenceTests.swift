import Testing

@testable import Realtime

/// One band of a ``BandPresence`` and the mean of its power.
private struct Band: ~Copyable {
  let presence = BandPresence(bands: 3)
  private var mean: Float = 0

  /// Looks so many times, and gives the looks after which the past is to be forgotten: the mean is the power then.
  mutating func look(_ times: Int, at power: Float) -> [Int] {
    (0..<times).filter { _ in
      let before = mean
      mean = 0.7 * mean + 0.3 * power
      let forgets = presence.look(1, power, before: before, mean: mean)
      if forgets { mean = power }
      return forgets
    }
  }
}

@Suite("How long the sound of a band goes on") struct BandPresenceTests {
  @Test("a sound is there at once, goes on after a while, and is over at once")
  func sound() {
    var band = Band()
    #expect(band.look(1, at: 1).isEmpty)
    #expect(band.presence.present[1] == 1 && !band.presence.goesOn(1))
    #expect(band.look(8, at: 1).isEmpty)
    #expect(band.presence.goesOn(1) == true)
    #expect(band.look(1, at: 1e-5).isEmpty)
    #expect(band.presence.present[1] == 0 && !band.presence.isForgotten(1))
    // Its mean falls slowly: it is forgotten once, and nothing is asked of what is left.
    #expect(band.look(90, at: 1e-5) == [5])
    #expect(band.presence.present[1] == 0 && band.presence.isForgotten(1))
    #expect(band.presence.goesOn(1) == false)
    #expect(band.presence.present[0] == 0 && band.presence.present[2] == 0)
  }

  @Test("a forgotten band is asked again when a sound begins, or after a second")
  func again() {
    var band = Band()
    #expect(band.look(9, at: 1).isEmpty && band.look(20, at: 1e-5) == [6])
    #expect(band.look(1, at: 1e-4).isEmpty)
    #expect(band.presence.present[1] == 1 && !band.presence.goesOn(1))
    #expect(band.look(20, at: 1e-9) == [6])
    #expect(band.look(79, at: 1e-9).isEmpty && band.presence.isForgotten(1))
    #expect(band.look(10, at: 1e-9).isEmpty && band.presence.present[1] == 1)
    band.presence.reset()
    #expect(band.presence.present[1] == 0 && !band.presence.isForgotten(1))
  }

  @Test("pulses are not forgotten")
  func pulses() {
    var band = Band()
    for pulse in 0..<40 {
      #expect(band.look(2, at: 1).isEmpty && band.look(4, at: 1e-6).isEmpty, "\(pulse)")
    }
  }
}

@Suite("What leaks from loud bands into others") struct BandLeaksTests {
  /// Vectors of bands: every fourth bin, with a tone in one of them.
  private static let bins: [Float] = (0..<24).map { 4 * Float($0) + 2 }

  /// How far the bands are heard with these powers.
  private func heard(_ powers: [Float], second: Float = -1) -> [Float] {
    let leaks = BandLeaks(bands: 24)
    for band in powers.indices {
      leaks.listen(
        band, at: Self.bins[band], and: second, bins: Self.bins, powers: powers,
        all: powers.reduce(0, +))
    }
    return powers.indices.map { leaks.heard[$0] }
  }

  /// The power of a tone of power 1 in a band, through the side lobes of the sine window.
  private func leak(_ band: Int, from tone: Int) -> Float {
    let distance = Self.bins[band] - Self.bins[tone]
    return 0.06 / (distance * distance * distance * distance)
  }

  @Test("what is nothing but the side lobes of a tone is hardly heard, and the tone wholly")
  func tone() {
    let powers = (0..<24).map { $0 == 9 ? 1 : leak($0, from: 9) }
    for (band, share) in heard(powers).enumerated() {
      #expect(band == 9 ? share == 1 : share < 0.05, "\(band)")
    }
  }

  @Test("a sound that is eight times as loud as the side lobes is heard, and so is one alone")
  func sounds() {
    let powers = (0..<24).map { $0 == 9 ? 1 : 8 * leak($0, from: 9) }
    #expect(heard(powers).allSatisfy { $0 == 1 })
    #expect(heard((0..<24).map { $0 == 3 ? 1 : 0 })[3] == 1)
    // A second bin near the tone has more of it.
    #expect(heard(powers, second: Self.bins[9] + 2)[20] < 1)
  }
}
