import Realtime
import Testing

@Suite struct CaptureLoopTests {
  @Test("frames are taken and overruns become gaps of their length")
  func normal() {
    var loop = CaptureLoop(pendingLimit: 3)
    #expect(loop.next(.ready(frames: 256), stopRequested: false) == .take(frames: 256))
    #expect(
      loop.next(.overrun(frames: 480, isEstimated: true), stopRequested: false)
        == .noteGap(frames: 480, cause: .overrun, isEstimated: true))
  }

  @Test("a device that stays silent is left after the limit, and frames start the count again")
  func silent() {
    var loop = CaptureLoop(pendingLimit: 3)
    #expect(loop.next(.pending, stopRequested: false) == .wait)
    #expect(loop.next(.ready(frames: 0), stopRequested: false) == .wait)
    #expect(loop.next(.ready(frames: 1), stopRequested: false) == .take(frames: 1))
    #expect(loop.next(.pending, stopRequested: false) == .wait)
    #expect(loop.next(.pending, stopRequested: false) == .wait)
    #expect(loop.next(.pending, stopRequested: false) == .stop(.silent))
  }

  @Test("failures are answered with a restart until there are too many in a row")
  func failures() {
    var loop = CaptureLoop(pendingLimit: 3, failureLimit: 2)
    #expect(loop.next(.failed(errno: 5), stopRequested: false) == .restart)
    #expect(loop.next(.suspended, stopRequested: false) == .restart)
    #expect(loop.next(.failed(errno: 5), stopRequested: false) == .stop(.failed(errno: 5)))
  }

  @Test("a restart becomes an estimated gap that says why, and only frames end a row of failures")
  func restarts() {
    var loop = CaptureLoop(pendingLimit: 3, failureLimit: 2)
    #expect(loop.next(.suspended, stopRequested: false) == .restart)
    #expect(
      loop.next(.restarted(lostFrames: 960), stopRequested: false)
        == .noteGap(frames: 960, cause: .suspend, isEstimated: true))
    #expect(loop.next(.failed(errno: 32), stopRequested: false) == .restart)
    #expect(loop.next(.restarted(lostFrames: 0), stopRequested: false) == .wait)
    #expect(loop.next(.ready(frames: 8), stopRequested: false) == .take(frames: 8))
    #expect(loop.next(.failed(errno: 32), stopRequested: false) == .restart)
    #expect(
      loop.next(.restarted(lostFrames: 7), stopRequested: false)
        == .noteGap(frames: 7, cause: .overrun, isEstimated: true))
    #expect(loop.next(.failed(errno: 32), stopRequested: false) == .restart)
    #expect(loop.next(.suspended, stopRequested: false) == .stop(.failed(errno: 86)))
  }

  @Test("a device that is gone is never tried again, and a request to stop comes first")
  func ends() {
    var loop = CaptureLoop(pendingLimit: 3)
    #expect(loop.next(.disconnected, stopRequested: false) == .stop(.disconnected))
    #expect(loop.next(.ready(frames: 9), stopRequested: true) == .stop(.stopped))
  }
}
