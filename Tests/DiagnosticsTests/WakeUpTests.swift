import Realtime
import TestSupport
import Testing

@testable import Diagnostics

@Suite("How late the capture thread is, and how true the clock")
struct WakeUpTests {
  /// Wake-ups of a device that is so many parts in a million fast, each late by what `lateness` draws.
  private static func wakeUps(
    seconds: Double, partsPerMillion: Double, hasClock: Bool = true,
    lateness: (Int) -> Double
  ) -> [WakeUp] {
    let (rate, period) = (48_000.0, 256)
    let real = rate * (1 + partsPerMillion / 1e6)
    var taken = 0
    return (1...Int(seconds * rate / Double(period))).map { number in
      let time = 100 + Double(number * period) / real + lateness(number)
      // Frames come in whole periods.
      let captured = Int((time - 100) * real / Double(period)) * period
      defer { taken = captured }
      return WakeUp(
        time: time, stamp: time, captured: captured, waiting: captured - taken, hasClock: hasClock)
    }
  }

  @Test(
    "The rate is found within its uncertainty, however late wake-ups are",
    arguments: [-300.0, -40, 0, 12, 300, 1500])
  func rate(partsPerMillion: Double) throws {
    var random = SeededGenerator(seed: 7)
    var outside = 0
    for _ in 0..<50 {
      let wakeUps = Self.wakeUps(seconds: 5, partsPerMillion: partsPerMillion) { _ in
        let isHeldUp = Double.random(in: 0...1, using: &random) < 0.02
        return Double.random(in: 0...(isHeldUp ? 0.03 : 0.0005), using: &random) + 1e-6
      }
      let estimate = try #require(ClockEstimate(wakeUps, gaps: [], rate: 48_000))
      #expect(estimate.uncertainty < 20)
      #expect(abs(estimate.partsPerMillion - partsPerMillion) < 20)
      if abs(estimate.partsPerMillion - partsPerMillion) > estimate.uncertainty { outside += 1 }
    }
    // 19 of 20 are within: of 50 it is 2.5, and more than 8 by chance in 1 of 1000.
    #expect(outside <= 8)
  }

  @Test("A device without a clock has no rate of its own")
  func noClock() {
    let wakeUps = Self.wakeUps(seconds: 5, partsPerMillion: 0, hasClock: false) { _ in 1e-6 }
    #expect(ClockEstimate(wakeUps, gaps: [], rate: 48_000) == nil)
    #expect(ClockEstimate(Array(wakeUps.prefix(20)), gaps: [], rate: 48_000) == nil)
  }

  @Test("Over a restart, whose loss is only estimated, nothing is measured")
  func restart() throws {
    var wakeUps = Self.wakeUps(seconds: 6, partsPerMillion: 50) { _ in 1e-6 }
    // From 2 s on the time line is 100 frames off.
    for index in wakeUps.indices where wakeUps[index].time > 102 { wakeUps[index].captured += 100 }
    let gap = Gap(
      ringIndex: 96_000, timeline: 96_000, frames: 500, cause: .overrun, isEstimated: true)
    let estimate = try #require(ClockEstimate(wakeUps, gaps: [gap], rate: 48_000))
    #expect(abs(estimate.partsPerMillion - 50) < 2)
    let naive = try #require(ClockEstimate(wakeUps, gaps: [], rate: 48_000))
    #expect(abs(naive.partsPerMillion - 50) > 100)
  }

  @Test("Lateness is what waits beyond a period, and the time since the device said so")
  func lateness() throws {
    let wakeUps = [
      WakeUp(time: 1, stamp: 1, captured: 256, waiting: 256),
      WakeUp(time: 2.001, stamp: 2, captured: 512, waiting: 256),
      WakeUp(time: 3, stamp: 3, captured: 5312, waiting: 4800 + 256),
    ]
    let lateness = try #require(WakeUpLateness(wakeUps, rate: 48_000, period: 256))
    #expect(lateness.sorted.count == 3)
    #expect(lateness.sorted[0] == 0)
    #expect(abs(lateness.median - 0.001) < 1e-9)
    #expect(abs(lateness.largest - 0.1) < 1e-9)
    #expect(lateness.quantile(0.999) == lateness.largest)
    let bars = lateness.histogram
    #expect(bars.reduce(0) { $0 + $1.count } == 3)
    #expect(bars.first?.count == 1)
    #expect(bars.last.map { $0.from < 0.1 && 0.1 <= $0.to } == true)
    #expect(WakeUpLateness([], rate: 48_000, period: 256) == nil)
  }

  @Test("A log keeps the first wake-ups, in order")
  func log() {
    let log = WakeLog(capacity: 3)
    let ring = FrameRing(channels: 1, capacity: 100)
    let meters = MeterBank(channels: 1)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: 48_000), channels: 1, format: .s32,
      wakes: log.makeWriter())
    let words = [Int32](repeating: 1, count: 10)
    for number in 0..<5 {
      inlet.noteWake(time: Double(number), stamp: Double(number) - 0.5, waiting: 10)
      words.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { inlet.ingest(start, frames: 10) }
      }
    }
    #expect(log.wakeUps.map(\.time) == [0, 1, 2])
    #expect(log.wakeUps.map(\.captured) == [10, 20, 30])
    #expect(log.wakeUps.map(\.stamp) == [-0.5, 0.5, 1.5])
  }
}
