import CAllocationProbe
import Testing

@testable import Realtime

/// Sound that a thread pulls, of frames that are made here.
private struct PullRig: ~Copyable {
  static let channels = 2
  let ring: FrameRing
  let pull = LivePull(channels: Self.channels)
  let control = LiveSwitch()
  var inlet: CaptureInlet
  private var captured = 0

  init(isRaw: Bool) throws {
    let ring = FrameRing(channels: Self.channels, capacity: 48_000)
    self.init(ring, try ring.makeReader(), isRaw: isRaw)
  }

  /// Apart from what can fail, because Swift 6.0.3 cannot compile both in one.
  private init(_ ring: FrameRing, _ frames: consuming FrameRingReader, isRaw: Bool) {
    self.ring = ring
    inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 2).makeWriter(rate: 48_000),
      channels: 2, format: .s32)
    if isRaw {
      pull.connect(
        LiveRawLoop(
          reader: frames, channels: 2, format: .integer, rate: 48_000,
          meters: pull.meters.makeWriter(rate: 48_000)))
    } else {
      let tap = LiveTap(capacity: 4096)
      control.connect(tap)
      control.render(Self.configuration)
      pull.connect(
        LiveRenderLoop(
          reader: frames, control: control, rate: 48_000,
          meters: pull.meters.makeWriter(rate: 48_000), writer: nil, gain: 0, tones: ([], [])),
        tap: tap)
    }
  }

  /// Filters that pass each microphone to one ear.
  private static var configuration: TakeRendererConfiguration {
    TakeRendererConfiguration(
      channels: 2, format: .integer, channelMap: [0, 1],
      taps: FilterTaps(
        inputs: 2, outputs: 2, taps: 4,
        coefficients: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]),
      delay: 0, rate: 48_000, lowCutHertz: nil, limiter: false)
  }

  /// Captures frames: the left channel counts, the right one counts down.
  mutating func capture(_ frames: Int) {
    var left = frames
    while left > 0 {
      let count = min(left, 480)
      let words = (0..<count).flatMap { n -> [Int32] in
        let value = Int32((captured + n) % 30_000) << 8
        return [value, -value]
      }
      words.withUnsafeBytes { if let base = $0.baseAddress { inlet.ingest(base, frames: count) } }
      captured += count
      left -= count
    }
  }

  func pull(_ frames: Int) -> (LivePullOutcome, [Float]) {
    var samples = [Float](repeating: .nan, count: 2 * frames)
    let outcome = samples.withUnsafeMutableBufferPointer { memory -> LivePullOutcome in
      guard let base = memory.baseAddress else { return .waiting }
      return pull.pull(into: base, frames: frames)
    }
    return (outcome, samples)
  }
}

@Suite("Sound that a thread pulls") struct LivePullTests {
  @Test("raw frames come in order and exact, however they are pulled")
  func raw() throws {
    var rig = try PullRig(isRaw: true)
    #expect(rig.pull(10).0 == .waiting)
    var expected = 0
    for (captured, wanted) in [(480, 100), (480, 1000), (1, 700), (0, 7), (4800, 4096)] {
      rig.capture(captured)
      let (outcome, samples) = rig.pull(wanted)
      guard case .frames(let count, missed: 0) = outcome else {
        #expect(outcome == .waiting && captured == 0)
        continue
      }
      for n in 0..<count {
        #expect(samples[2 * n] == Float(expected + n) * 0x1p-23)
        #expect(samples[2 * n + 1] == -samples[2 * n])
      }
      expected += count
    }
    #expect(expected == 960 + 1 + 4096)
  }

  @Test("rendered frames come in blocks, without a loss, and with their levels")
  func rendered() throws {
    var rig = try PullRig(isRaw: false)
    _ = rig.pull(1)
    var frames = 0
    for _ in 0..<100 {
      rig.capture(480)
      while case .frames(let count, let missed) = rig.pull(100).0 {
        #expect(missed == 0)
        frames += count
      }
    }
    // All but the block that is being filled.
    #expect(frames > 48_000 - 256 && frames <= 48_000)
    #expect(rig.pull.meters.reading(channel: 1).peak > 0.0005)
  }

  @Test("a pull that is late says how many frames it missed", arguments: [true, false])
  func late(isRaw: Bool) throws {
    var rig = try PullRig(isRaw: isRaw)
    _ = rig.pull(1)
    rig.capture(4800)
    var frames = 0
    while case .frames(let count, missed: 0) = rig.pull(1000).0 { frames += count }
    rig.capture(100_000)
    var missed = 0
    for _ in 0..<10 {
      rig.capture(480)
      while case .frames(let count, let left) = rig.pull(1000).0 {
        frames += count
        missed += left
      }
    }
    #expect(missed > 90_000)
    #expect(abs(frames + missed - 109_600) <= 256, "\(frames) and \(missed)")
  }

  @Test("pulls that are always late get the newest sound", arguments: [true, false])
  func slow(isRaw: Bool) throws {
    var rig = try PullRig(isRaw: isRaw)
    _ = rig.pull(1)
    var (frames, missed) = (0, 0)
    for turn in 1...5 {
      // Sound is skipped after half a second, which is 24,000 frames.
      rig.capture(30_000)
      let (outcome, samples) = rig.pull(24_000)
      guard case .frames(let count, let left) = outcome else {
        Issue.record("no frames in turn \(turn)")
        continue
      }
      (frames, missed) = (frames + count, missed + left)
      #expect(count > 11_000)
      if isRaw {
        let newest = (30_000 * turn - 1) % 30_000
        #expect(samples[2 * (count - 1)] == Float(newest) * 0x1p-23)
      }
    }
    #expect(abs(frames + missed - 150_000) <= 256, "\(frames) and \(missed)")
  }

  @Test("a second thread is told, and what the control thread takes away is given back")
  func handover() throws {
    var rig = try PullRig(isRaw: true)
    rig.capture(480)
    _ = rig.pull(1)
    rig.capture(480)
    rig.pull.state.pointee.isPulling.store(true, ordering: .releasing)
    let (outcome, samples) = rig.pull(100)
    #expect(outcome == .inUse && samples.allSatisfy(\.isNaN))
    rig.pull.state.pointee.isPulling.store(false, ordering: .releasing)
    #expect(rig.pull(100).0 == .frames(100, missed: 0))
    rig.pull.disconnect()
    #expect(rig.pull(100).0 == .interrupted)
    rig.pull.collect()
    #expect(rig.pull.state.pointee.retired.load(ordering: .acquiring) == 0)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2)
    defer { memory.deallocate() }
    #expect(LivePull(channels: 2).pull(into: memory, frames: 1) == .interrupted)
  }

  @Test(
    "1000 periods are pulled without an allocation",
    .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"),
    arguments: [true, false])
  func allocations(isRaw: Bool) throws {
    var rig = try PullRig(isRaw: isRaw)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { memory.deallocate() }
    var (calls, frames) = (UInt(0), 0)
    for turn in 0..<1000 {
      rig.capture(turn == 500 ? 48_000 : 256)
      let pull = rig.pull
      calls += AllocationTests.calls {
        while case .frames(let count, _) = pull.pull(into: memory, frames: 1024) { frames += count }
      }
    }
    #expect(calls == 0)
    #expect(frames > 200_000)
  }
}
