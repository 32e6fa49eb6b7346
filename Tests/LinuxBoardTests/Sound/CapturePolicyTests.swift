import TestSupport
import Testing

@testable import LinuxBoard

@Suite struct CapturePolicyTests {
  @Test("the oldest period of a full buffer is given up; beyond it the count is exact")
  func overrun() {
    let policy = OverrunPolicy(buffer: 24_000, period: 256)
    #expect(policy.lostFrames(waiting: 0) == 0)
    #expect(policy.lostFrames(waiting: 23_744) == 0)
    // One frame too many waits: with the margin, 257 are given up and 23,488 kept.
    #expect(policy.lostFrames(waiting: 23_745) == 257)
    #expect(policy.lostFrames(waiting: 1_000_000) == 1_000_000 - 23_488)
  }

  @Test("a buffer of few periods is too small to give one up")
  func smallBuffer() {
    let policy = OverrunPolicy(buffer: 512, period: 256)
    #expect(policy.lostFrames(waiting: 512) == 0)
    #expect(policy.lostFrames(waiting: 513) == 513 - 256)
  }

  @Test("after skipping what was lost nothing counts as lost", arguments: [64, 100, 512, 24_000])
  func overrunEnds(buffer: Int) {
    let policy = OverrunPolicy(buffer: buffer, period: 32)
    for waiting in [buffer + 1, 2 * buffer, 1000 * buffer] {
      let lost = policy.lostFrames(waiting: waiting)
      #expect(lost > 0 && lost <= waiting)
      #expect(policy.lostFrames(waiting: waiting - lost) == 0)
    }
  }

  @Test("the gap of a restart reaches from the last frame taken to the first of the new stream")
  func gap() {
    var timeline = CaptureTimeline(rate: 48_000, start: 10)
    // At 12 s, 4800 frames waited: the next to be taken is of 11.9 s. They are lost with the old stream.
    timeline.advance(91_200)
    timeline.note(time: 12, waiting: 4800)
    #expect(timeline.restart(at: 12.5, asleep: 0) == 28_800)
    // Nothing was taken since.
    #expect(timeline.restart(at: 12.6, asleep: 0) == 4800)
  }

  @Test("frames that were taken, or skipped and counted, are in no gap")
  func taken() {
    var timeline = CaptureTimeline(rate: 48_000, start: 10)
    timeline.advance(91_200)
    timeline.note(time: 12, waiting: 4800)
    timeline.advance(4000)
    #expect(timeline.restart(at: 12, asleep: 0) == 800)
  }

  @Test("sleep of the system counts although its clock stood still, and time never goes back")
  func sleep() {
    var timeline = CaptureTimeline(rate: 48_000, start: 10)
    #expect(timeline.restart(at: 10, asleep: 3600) == 3600 * 48_000)
    #expect(timeline.restart(at: 9, asleep: 0) == 0)
  }

  /// Runs a stream of some seconds whose looks are late by random times of up to 5 ms, and whose clock is off.
  private func run(
    _ timeline: inout CaptureTimeline, from start: Double, seconds: Double, clock: Double = 1,
    latency: Double = 0, random: inout SeededGenerator
  ) -> Double {
    var taken = 0
    for look in 1..<Int(seconds * 40) {
      let due = start + latency + Double(look) * 1200 / (48_000 * clock)
      timeline.note(time: due + .random(in: 0...0.005, using: &random), waiting: 1200)
      timeline.advance(1200)
      taken += 1200
    }
    return start + latency + Double(taken) / (48_000 * clock)
  }

  @Test("after hundreds of restarts the time line is where it was, though every look was late")
  func restarts() {
    var random = SeededGenerator(seed: 4)
    var timeline = CaptureTimeline(rate: 48_000, start: 10)
    var (start, place) = (10.0, 0)
    for _ in 0..<300 {
      let seconds = Double.random(in: 0.2...6, using: &random)
      let end = run(&timeline, from: start, seconds: seconds, random: &random)
      place += Int(((end - start) * 48_000).rounded())
      start = end + .random(in: 0.001...0.3, using: &random)
      place += timeline.restart(at: start, asleep: 0)
      // A time line without an error has the frame of every second at its place.
      #expect(abs(Double(place) / 48_000 - (start - 10)) < 0.005)
    }
  }

  @Test("a clock that is off by 200 parts in a million for an hour makes no gap longer or shorter")
  func drift() {
    var random = SeededGenerator(seed: 5)
    for clock in [1 - 200e-6, 1 + 200e-6] {
      var timeline = CaptureTimeline(rate: 48_000, start: 10)
      let end = run(&timeline, from: 10, seconds: 3600, clock: clock, random: &random)
      let lost = timeline.restart(at: end + 0.1, asleep: 0)
      #expect(abs(lost - 4800) < 48, "\(lost)")
    }
  }

  @Test("a device that always begins late shifts nothing: every stream begins as late as the first")
  func latency() {
    var random = SeededGenerator(seed: 6)
    var timeline = CaptureTimeline(rate: 48_000, start: 10)
    var start = 10.0
    for _ in 0..<50 {
      let end = run(&timeline, from: start, seconds: 3, latency: 0.02, random: &random)
      start = end + 0.1
      // The first frame of the next stream is of 20 ms after its start.
      #expect(abs(timeline.restart(at: start, asleep: 0) - 5760) < 240)
    }
  }

  @Test("a device that gives more than time allows has no clock")
  func freeRunning() {
    let pacing = FreeRunPacing(rate: 48_000, period: 256)
    #expect(pacing.isFreeRunning(waiting: 24_000, elapsed: 0.0001))
    #expect(!pacing.isFreeRunning(waiting: 0, elapsed: 0.0001))
    // Some pointers move by whole periods, and the thread may have been away for a while.
    #expect(!pacing.isFreeRunning(waiting: 512, elapsed: 0))
    #expect(!pacing.isFreeRunning(waiting: 24_000, elapsed: 0.5))
  }

  @Test("a thread waits for whole periods, for at least one, and for little of the buffer")
  func wakes() {
    let policy = WakePolicy(period: 256, buffer: 24_000)
    #expect(policy.frames(asked: 1024) == 1024)
    #expect(policy.frames(asked: 1300) == 1280)
    #expect(policy.frames(asked: 1) == 256)
    #expect(policy.frames(asked: 24_000) == 2816)
    #expect(WakePolicy(period: 256, buffer: 1024).frames(asked: 1024) == 256)
    let pacing = FreeRunPacing(rate: 48_000, period: 256, wakeFrames: 1200)
    #expect(pacing.secondsToWake(elapsed: 0, taken: 0) == 0.025)
    #expect(!pacing.isFreeRunning(waiting: 512, elapsed: 0))
  }

  @Test("frames without a clock come by the time that passed, never more")
  func pace() {
    let pacing = FreeRunPacing(rate: 8000, period: 256)
    #expect(pacing.due(elapsed: 0, taken: 0) == 0)
    #expect(pacing.due(elapsed: 1, taken: 0) == 8000)
    #expect(pacing.due(elapsed: 1, taken: 7900) == 100)
    #expect(pacing.due(elapsed: 1, taken: 9000) == 0)
    #expect(pacing.secondsToWake(elapsed: 0, taken: 0) == 0.032)
    #expect(pacing.secondsToWake(elapsed: 1, taken: 0) == 0)
    // A thread that sleeps so long and then takes what is due goes on forever at the rate.
    var (elapsed, taken) = (0.0, 0)
    for _ in 0..<1000 {
      elapsed += pacing.secondsToWake(elapsed: elapsed, taken: taken) + 1e-9
      taken += pacing.due(elapsed: elapsed, taken: taken)
    }
    #expect(taken == 256_000)
  }
}
