import TestSupport
import Testing

@testable import LinuxBoard

@Suite struct DriftControlTests {
  /// The record of an hour of two clocks.
  struct Hour {
    var meanDeviation = 0.0
    var widestDeviation = 0.0
    var fastestChange = 0.0
    var leastFill = Double.infinity
    var mostFill = -Double.infinity
    var leastSettledFill = Double.infinity
    var mostSettledFill = -Double.infinity
  }

  static let block = 256
  static let rate = 48_000.0
  /// Frames that wait on average.
  static let reserve = 1024.0

  /// Two threads for an hour: one writes blocks by the microphones' clock, one takes periods by the headphones' clock,
  /// both up to `lateness` seconds late.
  static func hour(partsPerMillion: Double, lateness: Double, seed: UInt64) -> Hour {
    var random = SeededGenerator(seed: seed)
    let writerRate = rate * (1 + 1e-6 * partsPerMillion)
    let step = Double(block) / rate
    var control = DriftControl(target: reserve / rate)
    var position = -reserve
    var hour = Hour()
    var speeds = (sum: 0.0, count: 0)
    for n in 0..<Int(3600 / step) {
      let time = Double(n) * step
      let late = Double.random(in: 0...lateness, using: &random)
      let writerLate = Double.random(in: 0...lateness, using: &random)
      let blocks = (max(0, time + late - writerLate) * writerRate / Double(block)).rounded(.down)
      let fill = blocks * Double(block) - position
      let before = control.speed
      // A late wake finds more in the ring and as much less in the device.
      control.update(delay: fill / rate - late, after: step)
      position += Double(block) * control.speed
      hour.leastFill = min(hour.leastFill, fill - Double(block))
      hour.mostFill = max(hour.mostFill, fill)
      guard time > 120 else { continue }
      let deviation = (control.speed - 1) * 1e6 - partsPerMillion
      hour.widestDeviation = max(hour.widestDeviation, abs(deviation))
      hour.fastestChange = max(hour.fastestChange, abs(control.speed - before) * 1e6 / step)
      hour.leastSettledFill = min(hour.leastSettledFill, fill)
      hour.mostSettledFill = max(hour.mostSettledFill, fill)
      speeds.sum += deviation
      speeds.count += 1
    }
    hour.meanDeviation = speeds.sum / Double(speeds.count)
    return hour
  }

  @Test(
    "an hour of clocks that differ: the delay stays, the speed becomes right and is not heard",
    arguments: [0.0, 10, -10, 100, -100, 300, -300], [0.0, 0.002])
  func hour(partsPerMillion: Double, lateness: Double) {
    let hour = Self.hour(partsPerMillion: partsPerMillion, lateness: lateness, seed: 1)
    #expect(abs(hour.meanDeviation) < 2, "mean \(hour)")
    // One cent is 578 parts in a million; slow changes of some three cents can be heard.
    #expect(hour.widestDeviation < 100, "wobble \(hour)")
    #expect(hour.fastestChange < 40, "\(hour)")
    // Neither empty nor full: a block more and a block less than the reserve, and as much again for lateness.
    #expect(hour.leastFill > 0, "\(hour)")
    #expect(hour.mostFill < 2.2 * Self.reserve, "\(hour)")
    #expect(hour.mostSettledFill - hour.leastSettledFill < 3 * Double(Self.block), "\(hour)")
  }

  @Test("clocks that drift apart slowly, as they grow warm, are followed")
  func warming() {
    var control = DriftControl(target: 0.02)
    var delay = 0.02
    var widest = 0.0
    let step = 0.005
    for n in 0..<Int(1800 / step) {
      let time = Double(n) * step
      // 20 parts in a million within ten minutes.
      let clocks = 1 + 20e-6 * min(1, time / 600)
      delay += (clocks - control.speed) * step
      control.update(delay: delay, after: step)
      widest = max(widest, abs(delay - 0.02))
    }
    #expect(abs(control.speed - 1.00002) < 1e-7)
    #expect(widest < 0.001)
  }

  @Test("a delay that was made to jump does not change what is known of the clocks")
  func jump() {
    var control = DriftControl(target: 0.02)
    var delay = 0.02
    for _ in 0..<60_000 {
      delay += (1.0001 - control.speed) * 0.005
      control.update(delay: delay, after: 0.005)
    }
    control.jumped()
    #expect(abs(control.speed - 1.0001) < 1e-6)
  }

  @Test("a delay that makes no sense cannot make sound fast or slow")
  func nonsense() {
    var control = DriftControl(target: 0.02)
    for delay in [1000.0, -1000, 1e9] {
      control.update(delay: delay, after: 1)
      #expect(abs(control.speed - 1) < 0.002_000_1)
    }
  }
}
