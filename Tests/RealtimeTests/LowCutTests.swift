import Realtime
import TestSupport
import Testing

@Suite("The low cut")
struct LowCutTests {
  /// The gain for a sine, measured by correlation over whole periods after the filter has settled.
  static func gain(at hertz: Double, cutoff: Double, rate: Double) -> Double {
    var lowCut = LowCut(hertz: cutoff, rate: rate, channels: 2)
    let settle = Int(rate)
    let frames = settle + Int(rate)
    var samples = [Float](repeating: 0, count: 2 * frames)
    for n in 0..<frames {
      let (sine, cosine) = Elementary.turn(n * Int(hertz) % Int(rate), Int(rate))
      samples[2 * n] = Float(sine)
      samples[2 * n + 1] = Float(cosine)
    }
    lowCut.process(&samples, frames: frames)
    var energy = 0.0
    for n in settle..<frames {
      energy += Double(samples[2 * n]) * Double(samples[2 * n])
      energy += Double(samples[2 * n + 1]) * Double(samples[2 * n + 1])
    }
    return (energy / rate).squareRoot()
  }

  @Test("is 3 dB down at its cutoff", arguments: [40.0, 50, 80, 240], [8000.0, 48_000, 192_000])
  func cutoff(hertz: Double, rate: Double) {
    let gain = LowCutTests.gain(at: hertz, cutoff: hertz, rate: rate)
    #expect(abs(gain - 0.5.squareRoot()) < 1e-4)
  }

  @Test("falls with 12 dB per octave and leaves what is above")
  func slope() {
    let (cutoff, rate) = (200.0, 48_000.0)
    let low = LowCutTests.gain(at: 20, cutoff: cutoff, rate: rate)
    let lower = LowCutTests.gain(at: 10, cutoff: cutoff, rate: rate)
    #expect(abs(low / lower - 4) < 0.01)
    #expect(abs(low - 0.01) < 1e-4)
    #expect(abs(LowCutTests.gain(at: 4000, cutoff: cutoff, rate: rate) - 1) < 1e-4)
  }

  @Test("lets no constant through and ends in exact silence")
  func constant() {
    var lowCut = LowCut(hertz: 50, rate: 48_000, channels: 1)
    var samples = [Float](repeating: 1, count: 48_000)
    lowCut.process(&samples, frames: 48_000)
    #expect(samples[0] > 0.9 && abs(samples[47_999]) < 1e-6)
    var silence = [Float](repeating: 0, count: 256)
    for _ in 0..<400 {
      for n in 0..<256 { silence[n] = 0 }
      lowCut.process(&silence, frames: 256)
    }
    #expect(silence.allSatisfy { $0 == 0 })
  }

  @Test("treats both channels alike")
  func channels() {
    var seeded = SeededGenerator(seed: 1)
    let mono = (0..<1000).map { _ in seeded.noise() }
    var left = mono
    var both = mono.flatMap { [$0, -$0] }
    var one = LowCut(hertz: 80, rate: 48_000, channels: 1)
    var two = LowCut(hertz: 80, rate: 48_000, channels: 2)
    one.process(&left, frames: 1000)
    two.process(&both, frames: 1000)
    for n in 0..<1000 {
      #expect(both[2 * n] == left[n])
      #expect(both[2 * n + 1] == -left[n])
    }
  }
}
