import Realtime
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Meters of a band")
struct BandMeterTests {
  /// The level in decibels of a sine on the last of some channels, relative to the sine's.
  private static func level(
    _ hertz: Double, band: ClosedRange<Double>, rate: Double = 48_000, channels: Int = 5
  ) -> (last: Double, first: Float) {
    let bank = MeterBank(channels: channels)
    var writer = BandMeterWriter(
      bank.makeWriter(rate: rate), band: band, rate: rate, format: .integer)
    let frames = Int(3 * rate)
    var words = [Int32](repeating: 0, count: frames * channels)
    for n in 0..<frames {
      words[n * channels + channels - 1] =
        Int32(0.25 * sin(2 * Double.pi * hertz * Double(n) / rate) * 0x1p31)
    }
    words.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      var done = 0
      while done < frames {
        let count = min(777, frames - done)
        writer.measure(raw: start + done * channels, frames: count)
        done += count
      }
    }
    let found = Double(bank.reading(channel: channels - 1).meanSquare)
    return (10 * log10(max(found, 1e-20) / 0.03125), bank.reading(channel: 0).meanSquare)
  }

  @Test("sounds within the band are as loud as they are, and 3 dB softer at its bounds")
  func within() {
    for rate in [44_100.0, 96_000] {
      #expect(abs(Self.level(4000, band: 2000...8000, rate: rate).last) < 0.15)
      #expect(abs(Self.level(2000, band: 2000...8000, rate: rate).last + 3) < 0.2)
      #expect(abs(Self.level(8000, band: 2000...8000, rate: rate).last + 3) < 0.3)
      #expect(Self.level(4000, band: 2000...8000, rate: rate).first == 0)
    }
  }

  @Test("beyond it they fall by 24 dB an octave")
  func beyond() {
    #expect(abs(Self.level(1000, band: 2000...8000).last + 24) < 0.5)
    #expect(abs(Self.level(500, band: 2000...8000).last + 48) < 0.7)
    #expect(Self.level(16_000, band: 2000...8000).last < -24)
  }

  @Test("a band that a low rate does not reach is cut to what it reaches")
  func lowRate() {
    #expect(abs(Self.level(3000, band: 2000...40_000, rate: 16_000).last) < 1)
  }
}
