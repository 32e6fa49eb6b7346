import Recorder
import Testing

@Suite("Signs of life")
struct WatchdogTests {
  /// The times of signs, of a limit of 10 s, for looks of a time and of frames that had arrived.
  private func signs(_ looks: [(Double, Int?)]) -> [Double] {
    var watchdog = Watchdog(limitSeconds: 10)
    var signs: [Double] = []
    for (now, arrived) in looks where watchdog.isSignDue(now, arrived: arrived) {
      signs.append(now)
    }
    return signs
  }

  @Test("A recorder that captures gives one every half of the limit")
  func captures() {
    let found = signs((0..<600).map { (0.05 * Double($0), 2400 * $0) })
    #expect(found.count == 6)
    #expect(zip(found, found.dropFirst()).allSatisfy { abs($1 - $0 - 5) < 0.051 })
  }

  @Test("One whose frames stand still gives none, however its loop turns")
  func stands() {
    let still = (0..<2000).map { (0.05 * Double($0), Int?.some(480)) }
    #expect(signs(still) == [0])
    #expect(signs(still + [(101, 481)]) == [0, 101])
  }

  @Test("One without a device says so and is alive; a new time line begins where it likes")
  func absent() {
    #expect(signs([(0, 480), (1, nil), (5, nil), (10, nil), (15, 0)]) == [0, 5, 10, 15])
  }
}
