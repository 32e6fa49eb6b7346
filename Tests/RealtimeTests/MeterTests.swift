import Realtime
import Testing

@Suite("The meters")
struct MeterTests {
  /// A sine of this amplitude on one channel of interleaved words, silence on the others.
  static func sine(
    channel: Int, of channels: Int, amplitude: Double, frames: Int, format: RawFormat
  ) -> [Int32] {
    var words = [Int32](repeating: 0, count: frames * channels)
    for n in 0..<frames {
      let value = Elementary.turn(n, 48).sine * amplitude
      words[n * channels + channel] =
        format == .integer
        ? Int32(value * 0x7FFF_FFFF) : Int32(bitPattern: Float(value).bitPattern)
    }
    return words
  }

  @Test(
    "shows peak and mean square of a sine on its channel only",
    arguments: [1, 2, 3, 4, 5, 8, 31, 32], [RawFormat.integer, .float])
  func sine(channels: Int, format: RawFormat) {
    for channel in Set([0, channels / 2, channels - 1]) {
      let bank = MeterBank(channels: channels)
      var writer = bank.makeWriter(rate: 48_000)
      let words = MeterTests.sine(
        channel: channel, of: channels, amplitude: 0.5, frames: 480, format: format)
      for _ in 0..<500 { writer.measure(raw: words, frames: 480, format: format) }
      for (n, reading) in bank.snapshot().enumerated() {
        #expect(abs(reading.peak - (n == channel ? 0.5 : 0)) < 1e-4)
        #expect(abs(reading.meanSquare - (n == channel ? 0.125 : 0)) < 1e-4)
        #expect(reading.clippedSamples == 0)
      }
      #expect(abs(bank.reading(channel: channel).rootMeanSquare - 0.3536) < 1e-3)
    }
  }

  @Test("falls 20 dB in 1.7 s and the mean square to 1/e in 0.3 s")
  func ballistics() {
    let bank = MeterBank(channels: 1)
    var writer = bank.makeWriter(rate: 48_000)
    let square = (0..<480_000).map { $0 % 2 == 0 ? Float(1) : -1 }
    writer.measure(samples: square, frames: 480_000)
    #expect(bank.reading(channel: 0).peak == 1)
    #expect(abs(bank.reading(channel: 0).meanSquare - 1) < 1e-4)
    let silence = [Float](repeating: 0, count: 480)
    for _ in 0..<30 { writer.measure(samples: silence, frames: 480) }
    #expect(abs(bank.reading(channel: 0).meanSquare - 0.3679) < 1e-3)
    for _ in 0..<140 { writer.measure(samples: silence, frames: 480) }
    #expect(abs(bank.reading(channel: 0).peak - 0.1) < 1e-3)
    for _ in 0..<20_000 { writer.measure(samples: silence, frames: 480) }
    #expect(bank.reading(channel: 0).peak == 0 && bank.reading(channel: 0).meanSquare == 0)
  }

  @Test(
    "counts clipped samples at the ends of the range, whatever bits lie below",
    arguments: [18, 24, 32])
  func clipping(bits: Int) {
    let level = RawFormat.integer.clipLevel(significantBits: bits)
    let bank = MeterBank(channels: 2)
    var writer = bank.makeWriter(rate: 48_000, clipLevel: level)
    // The largest and smallest samples of 24 and 18 bits clip; a step of 16 bits below does not.
    let words: [Int32] = [
      0x7FFF_FF00, 0x7FFE_FF00, .min, -0x7FFE_FF00, 0x7FFF_C000, 0x7FFE_C000,
    ]
    writer.measure(raw: words, frames: 3, format: .integer)
    #expect(bank.snapshot().map(\.clippedSamples) == [3, 0])
    writer.measure(raw: words, frames: 3, format: .integer)
    #expect(bank.snapshot().map(\.clippedSamples) == [6, 0])
  }

  @Test("full scale is that of the converter, and 1 for Float")
  func fullScale() {
    #expect(RawFormat.float.clipLevel(significantBits: 32) == 1)
    #expect(RawFormat.integer.clipLevel(significantBits: 16) == 1 - 0x1p-15)
    #expect(RawFormat.integer.clipLevel(significantBits: 12) == 1 - 0x1p-11)
  }

  @Test("shows nothing for words that are no samples")
  func invalid() {
    let bank = MeterBank(channels: 1)
    var writer = bank.makeWriter(rate: 48_000)
    writer.measure(samples: [.nan, .infinity, 0.25], frames: 3)
    #expect(bank.reading(channel: 0).peak == 0.25)
    #expect(bank.reading(channel: 0).meanSquare.isFinite)
  }

  @Test("an offset is no level: peak and mean square are about the mean", arguments: [0.03, -0.3])
  func offset(offset: Double) {
    let bank = MeterBank(channels: 5)
    var writer = bank.makeWriter(rate: 48_000)
    var words = MeterTests.sine(
      channel: 4, of: 5, amplitude: 0.01, frames: 480, format: .integer)
    for index in words.indices { words[index] += Int32(offset * 0x7FFF_FFFF) }
    for _ in 0..<900 { writer.measure(raw: words, frames: 480, format: .integer) }
    let readings = bank.snapshot()
    #expect(readings.dropLast().allSatisfy { $0.meanSquare < 1e-11 && $0.peak < 1e-3 })
    #expect(abs(readings[4].meanSquare - 0.5e-4) < 1e-7)
    #expect(abs(readings[4].peak - 0.01) < 1e-3)
    // A sample is clipped where the converter is at its end.
    let low = [Float](repeating: 0.75, count: 480)
    let other = MeterBank(channels: 1)
    var second = other.makeWriter(rate: 48_000, clipLevel: 0.75)
    second.measure(samples: low, frames: 480)
    #expect(other.reading(channel: 0).clippedSamples == 480)
  }

  @Test("keeps the last reading when the writer is gone")
  func lifetime() {
    let bank = MeterBank(channels: 4)
    do {
      var writer = bank.makeWriter(rate: 48_000)
      writer.measure(samples: [0.1, 0.2, 0.3, 0.4], frames: 1)
    }
    #expect(bank.snapshot().map(\.peak) == [0.1, 0.2, 0.3, 0.4])
  }

  @Test("readers on other threads see counters that only grow and peaks that were measured")
  func concurrentReaders() async {
    let bank = MeterBank(channels: 2)
    let rounds = 2000
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        var writer = bank.makeWriter(rate: 48_000)
        let full = (0..<32).map { $0 / 2 % 2 == 0 ? Float(1) : -1 }
        for _ in 0..<rounds { writer.measure(samples: full, frames: 16) }
        return true
      }
      for _ in 0..<2 {
        group.addTask {
          var last: UInt32 = 0
          for _ in 0..<rounds {
            let reading = bank.reading(channel: 1)
            guard reading.clippedSamples >= last, reading.peak == 0 || abs(reading.peak - 1) < 1e-3
            else {
              return false
            }
            last = reading.clippedSamples
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(bank.snapshot().map(\.clippedSamples) == [UInt32(16 * rounds), UInt32(16 * rounds)])
  }

  @Test("holds a peak for its time")
  func hold() {
    func reading(_ peak: Float) -> MeterReading {
      MeterReading(peak: peak, meanSquare: 0, clippedSamples: 0)
    }
    var hold = MeterHold(reading(0.5), atSeconds: 10)
    hold = hold.updated(with: reading(0.2), atSeconds: 11.9)
    #expect(hold.peak == 0.5 && hold.peakSeconds == 10)
    hold = hold.updated(with: reading(0.3), atSeconds: 12)
    #expect(hold.peak == 0.3 && hold.peakSeconds == 12)
    hold = hold.updated(with: reading(1), atSeconds: 12.1, holdSeconds: 5)
    #expect(hold.peak == 1)
    hold = hold.updated(with: reading(0.1), atSeconds: 17, holdSeconds: 5)
    #expect(hold.peak == 1)
    hold = hold.updated(with: reading(0.1), atSeconds: 17.1, holdSeconds: 5)
    #expect(hold.peak == 0.1)
  }
}
