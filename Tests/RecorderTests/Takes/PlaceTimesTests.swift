import Essentials
import Glibc
import Testing

@testable import Recorder

@Suite struct PlaceTimesTests {
  /// Looks at a device whose clock is off, by a machine that notes its frames late by so many seconds on average.
  private static func times(
    seconds: Double, drift: Double, late: Double, seed: UInt64 = 7
  ) -> (PlaceTimes, (Int) -> Double) {
    var random = SeededGenerator(seed: seed)
    var times = PlaceTimes(rate: 48_000)
    let rate = 48_000 * (1 + drift * 1e-6)
    let start = 1_795_132_800.25
    for n in 1...Int(seconds / PlaceTimes.lookSeconds) {
      let place = Int(Double(n) * PlaceTimes.lookSeconds * rate)
      let delay = -late * log(Double.random(in: 1e-9..<1, using: &random))
      times.add(place, start + Double(place) / rate + delay)
    }
    return (times, { start + Double($0) / rate })
  }

  @Test(
    "the time at a place is known far better than one look knows it",
    arguments: [-80.0, 0, 30], [0, 50e-6, 300e-6])
  func estimate(drift: Double, late: Double) throws {
    for seed in 1...5 {
      let (times, truth) = Self.times(seconds: 70, drift: drift, late: late, seed: UInt64(seed))
      for back in [0, 10, 55] {
        let place = (69 - back) * 48_000
        let found = try #require(times.time(at: place))
        // Late looks make it late by less than they are on average.
        #expect(abs(found.seconds - truth(place)) < late + 2e-6)
        #expect(found.error < late + 3e-6 && found.error > 0)
      }
    }
  }

  @Test("a machine that is busy at times does not move it")
  func busy() throws {
    var times = PlaceTimes(rate: 48_000)
    for n in 1...300 {
      let delay = n % 17 == 0 ? 0.02 : 20e-6
      times.add(n * 9600, 1000 + Double(n) * 0.2 + delay)
    }
    let found = try #require(times.time(at: 250 * 9600))
    #expect(abs(found.seconds - 1050) < 100e-6, "\(found)")
  }

  @Test("few looks say that they are few, and none give no time")
  func few() throws {
    var times = PlaceTimes(rate: 48_000)
    #expect(times.time(at: 5) == nil)
    times.add(4800, 100.1)
    let found = try #require(times.time(at: 0))
    #expect(abs(found.seconds - 100) < 1e-9 && found.error >= 1e-3)
    // The same frames seen twice are one look.
    times.add(4800, 100.5)
    #expect(try #require(times.time(at: 0)) == found)
    times.forget()
    #expect(times.time(at: 0) == nil)
  }
}
