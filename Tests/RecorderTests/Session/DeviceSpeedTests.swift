import TestSupport
import Testing

@testable import Recorder

@Suite("The speed of a capture device by the clock")
struct DeviceSpeedTests {
  /// The doubts about a device within so many seconds, with looks every 10 to 20 ms at frames that come every 21 ms.
  private func verdicts(
    seconds: Double, seed: UInt64 = 1, frames: (Double) -> Double
  ) -> [DeviceSpeed.Verdict] {
    var (random, speed) = (SeededGenerator(seed: seed), DeviceSpeed(rate: 48000))
    var (now, told): (Double, [DeviceSpeed.Verdict]) = (100, [])
    while now < 100 + seconds {
      now += Double.random(in: 0.01..<0.02, using: &random)
      let arrived = Int(frames(now - 100) * 48000) / 1024 * 1024
      if let verdict = speed.look(arrived, now) { told.append(verdict) }
    }
    return told
  }

  @Test("a device within 500 ppm is right, whatever the looks are late by", arguments: 0..<4)
  func right(seed: UInt64) {
    for parts in [0, 80, -80, 500, -500] {
      let speed = 1 + Double(parts) * 1e-6
      #expect(verdicts(seconds: 120, seed: seed) { $0 * speed } == [], "\(parts)")
    }
  }

  @Test("more than 1000 ppm is doubtful, and told once", arguments: [1500.0, -1500, 5000, -20000])
  func doubtful(parts: Double) throws {
    let told = verdicts(seconds: 120) { $0 * (1 + parts * 1e-6) }
    guard case .doubtful(let found) = try #require(told.first) else {
      Issue.record("\(told)")
      return
    }
    #expect(told.count == 1)
    #expect(abs(Double(found) - parts) < 300)
  }

  @Test("44.1 kHz under the name of 48 kHz, and a device without a clock, are wrong within 6 s")
  func wrong() {
    func percent(of speed: Double) -> Int? {
      guard case .wrong(let percent)? = verdicts(seconds: 6, frames: { $0 * speed }).first
      else { return nil }
      return percent
    }
    #expect(percent(of: 0.91875).map { (91...93).contains($0) } == true)
    #expect(percent(of: 200).map { (19800...20200).contains($0) } == true)
  }

  @Test("a stall that is caught up, and a device that stands still, are not a matter of speed")
  func stalls() {
    #expect(verdicts(seconds: 30) { 12 < $0 && $0 < 14 ? 12 : $0 } == [])
    #expect(verdicts(seconds: 60) { min($0, 20) } == [])
    // Frames that a simulated device gives ahead of their time.
    #expect(verdicts(seconds: 60) { 20 < $0 && $0 < 25 ? 25 : $0 } == [])
  }
}
