import Realtime
import Testing

@Suite struct CaptureLoopTests {
  /// A loop whose every look comes a tenth of a second after the one before.
  private struct Looks {
    var loop: CaptureLoop
    private var now = 100.0

    init(silenceSeconds: Double = 0.3, failureLimit: Int = 8) {
      loop = CaptureLoop(silenceSeconds: silenceSeconds, failureLimit: failureLimit)
    }

    mutating func next(
      _ outcome: CaptureOutcome, after seconds: Double = 0.125, stopRequested: Bool = false
    ) -> CaptureStep {
      now += seconds
      return loop.next(outcome, at: now, stopRequested: stopRequested)
    }
  }

  @Test("frames are taken and overruns become gaps of their length")
  func normal() {
    var looks = Looks()
    #expect(looks.next(.ready(frames: 256)) == .read(frames: 256))
    #expect(
      looks.next(.overrun(frames: 480, isEstimated: true))
        == .noteGap(frames: 480, cause: .overrun, isEstimated: true))
  }

  @Test("a device that stays silent is left after its time, and frames start the time again")
  func silent() {
    var looks = Looks()
    #expect(looks.next(.ready(frames: 1)) == .read(frames: 1))
    #expect(looks.next(.pending) == .wait)
    #expect(looks.next(.ready(frames: 0)) == .wait)
    #expect(looks.next(.ready(frames: 1)) == .read(frames: 1))
    #expect(looks.next(.pending) == .wait)
    #expect(looks.next(.pending) == .wait)
    #expect(looks.next(.pending) == .stop(.silent))
  }

  @Test("a device that wakes its thread for nothing is silent after the same time, not sooner")
  func emptyWakes() {
    var looks = Looks(silenceSeconds: 2)
    #expect(looks.next(.ready(frames: 1)) == .read(frames: 1))
    for _ in 0..<2047 { #expect(looks.next(.ready(frames: 0), after: 1 / 1024) == .wait) }
    #expect(looks.next(.ready(frames: 0), after: 1 / 1024) == .stop(.silent))
  }

  @Test("a thread that was held up for long has not heard the device be silent")
  func heldUp() {
    var loop = CaptureLoop(silenceSeconds: 2, waitSeconds: 0.125)
    #expect(loop.next(.ready(frames: 1), at: 1, stopRequested: false) == .read(frames: 1))
    #expect(loop.next(.pending, at: 61, stopRequested: false) == .wait)
    #expect(loop.next(.ready(frames: 1), at: 61, stopRequested: false) == .read(frames: 1))
  }

  @Test("failures are answered with a restart until there are too many in a row")
  func failures() {
    var looks = Looks(failureLimit: 2)
    #expect(looks.next(.failed(errno: 5)) == .restart)
    #expect(looks.next(.suspended) == .restart)
    #expect(looks.next(.failed(errno: 5)) == .stop(.failed(errno: 5)))
  }

  @Test("a restart becomes an estimated gap that says why, and only frames end a row of failures")
  func restarts() {
    var looks = Looks(failureLimit: 2)
    #expect(looks.next(.suspended) == .restart)
    #expect(
      looks.next(.restarted(lostFrames: 960))
        == .noteGap(frames: 960, cause: .suspend, isEstimated: true))
    #expect(looks.next(.failed(errno: 32)) == .restart)
    #expect(looks.next(.restarted(lostFrames: 0)) == .wait)
    #expect(looks.next(.ready(frames: 8)) == .read(frames: 8))
    #expect(looks.next(.failed(errno: 32)) == .restart)
    #expect(
      looks.next(.restarted(lostFrames: 7))
        == .noteGap(frames: 7, cause: .overrun, isEstimated: true))
    #expect(looks.next(.failed(errno: 32)) == .restart)
    #expect(looks.next(.suspended) == .stop(.failed(errno: 86)))
  }

  @Test("a device that is gone is never tried again, and a request to stop comes first")
  func ends() {
    var looks = Looks()
    #expect(looks.next(.disconnected) == .stop(.disconnected))
    #expect(looks.next(.ready(frames: 9), stopRequested: true) == .stop(.stopped))
  }
}
