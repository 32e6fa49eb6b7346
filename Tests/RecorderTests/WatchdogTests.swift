import Recorder
import Testing

@Suite("Signs of life")
struct WatchdogTests {
  @Test("A recorder that captures gives one every half of the limit")
  func captures() {
    var watchdog = Watchdog(limitSeconds: 10)
    let signs = stride(from: 0.0, to: 30, by: 0.05).filter {
      watchdog.isSignDue($0, captured: Int($0 * 48000) + 1)
    }
    #expect(signs.count == 6)
    #expect(zip(signs, signs.dropFirst()).allSatisfy { abs($1 - $0 - 5) < 0.051 })
  }

  @Test("One whose frames stand still gives none, however its loop turns")
  func stands() {
    var watchdog = Watchdog(limitSeconds: 10)
    #expect(watchdog.isSignDue(0, captured: 480))
    #expect(!(1...2000).contains { watchdog.isSignDue(0.05 * Double($0), captured: 480) })
    #expect(watchdog.isSignDue(101, captured: 481))
  }

  @Test("One without a device says so and is alive")
  func absent() {
    var watchdog = Watchdog(limitSeconds: 10)
    #expect(watchdog.isSignDue(0, captured: 480))
    #expect(!watchdog.isSignDue(1, captured: nil))
    #expect(watchdog.isSignDue(5, captured: nil))
    #expect(watchdog.isSignDue(10, captured: nil))
    // The new time line begins where it likes.
    #expect(watchdog.isSignDue(15, captured: 0))
  }
}
