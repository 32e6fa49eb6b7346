import Realtime
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Sound levels")
struct SoundLevelTests {
  /// A-weighting of the standard in decibels (IEC 61672-1, annex E).
  private static func weighting(_ hertz: Double) -> Double {
    let f2 = hertz * hertz
    func square(_ pole: Double) -> Double { f2 + pole * pole }
    let high = 12194.217 * 12194.217
    let rest = (square(107.65265) * square(737.86223)).squareRoot()
    return 20 * log10(high * f2 * f2 / (square(20.598997) * rest * square(12194.217))) + 1.9997
  }

  /// Levels of a sine of half the full scale on the last of some channels, measured in periods of one length.
  private static func reading(
    hertz: Double, rate: Double, seconds: Double = 1.5, offset: Double = 0, channels: Int = 3,
    format: RawFormat = .integer
  ) -> (last: SoundLevelReading, first: SoundLevelReading) {
    let bank = SoundLevelBank(channels: channels)
    var writer = bank.makeWriter(rate: rate, format: format)
    let frames = Int(seconds * rate)
    var words = [Int32](repeating: 0, count: frames * channels)
    for n in 0..<frames {
      let value = offset + 0.5 * sin(2 * Double.pi * hertz * Double(n) / rate)
      words[n * channels + channels - 1] =
        format == .integer
        ? Int32(value * 0x1p31) : Int32(bitPattern: Float(value).bitPattern)
    }
    words.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      var done = 0
      while done < frames {
        let count = min(997, frames - done)
        writer.measure(raw: start + done * channels, frames: count)
        done += count
      }
    }
    return (bank.reading(channel: channels - 1), bank.reading(channel: 0))
  }

  @Test(
    "the A-weighting is that of the standard",
    arguments: [16_000.0, 44_100, 48_000, 96_000, 192_000],
    [31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 10_000, 16_000])
  func aWeighting(rate: Double, hertz: Double) {
    guard hertz < 0.45 * rate else { return }
    let level = 10 * log10(Self.reading(hertz: hertz, rate: rate).last.fastA / 0.125)
    let tolerance = hertz <= 10_000 && rate >= 44_100 ? 0.2 : hertz <= 4000 ? 0.3 : 1.2
    #expect(abs(level - Self.weighting(hertz)) < tolerance)
  }

  @Test(
    "unweighted levels are those of the sine, also after a step of the offset",
    arguments: [0, 0.4])
  func unweighted(offset: Double) {
    for format in [RawFormat.integer, .float] {
      let found = Self.reading(hertz: 1000, rate: 48_000, offset: offset, format: format)
      #expect(abs(10 * log10(found.last.fast / 0.125)) < 0.01)
      #expect(abs(10 * log10(found.last.sum / Double(found.last.frames) / 0.125)) < 0.01)
      #expect(abs(10 * log10(found.last.sumA / Double(found.last.frames) / 0.125)) < 0.05)
      #expect(found.last.frames == 72_000)
      #expect(found.first == SoundLevelReading())
    }
  }

  @Test("the sums leave out the time in which a channel is constant, if it is longer than a pause")
  func dead() {
    let bank = SoundLevelBank(channels: 1)
    var writer = bank.makeWriter(rate: 48_000, format: .integer)
    /// Measures so many frames of noise, or of a constant value.
    func measure(_ frames: Int, isDead: Bool) -> Int {
      let words = (0..<frames).map { isDead ? 7 : Int32($0 % 2) << 20 }
      words.withUnsafeBufferPointer {
        if let at = $0.baseAddress { writer.measure(raw: at, frames: frames) }
      }
      return bank.reading(channel: 0).frames
    }
    #expect(measure(25_600, isDead: false) == 25_600)
    // The first of the constant values is a change too, so 256 frames with it count.
    #expect(measure(10_240, isDead: true) == 35_840)
    #expect(measure(10_240, isDead: true) == 25_856)
    #expect(measure(512, isDead: false) == 26_368)
    // A short pause counts.
    #expect(measure(5_120, isDead: true) == 31_488)
    #expect(measure(512, isDead: false) == 32_000)
  }

  @Test("time weighting F falls by 34.7 dB in a second")
  func fast() {
    let bank = SoundLevelBank(channels: 1)
    var writer = bank.makeWriter(rate: 48_000, format: .integer)
    let loud = (0..<48_000).map { Int32(sin(2 * Double.pi * Double($0) / 48) * 0x1p30) }
    let silent = [Int32](repeating: 0, count: 480)
    loud.withUnsafeBufferPointer {
      if let at = $0.baseAddress { writer.measure(raw: at, frames: 48_000) }
    }
    let before = bank.reading(channel: 0).fast
    silent.withUnsafeBufferPointer { samples in
      for _ in 0..<100 { if let at = samples.baseAddress { writer.measure(raw: at, frames: 480) } }
    }
    // IEC 61672-1, 5.8.2: exponential with 125 ms.
    #expect(abs(10 * log10(bank.reading(channel: 0).fast / before) + 34.7) < 0.2)
  }
}
