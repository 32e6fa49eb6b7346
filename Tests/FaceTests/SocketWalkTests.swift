import TestSupport
import Testing

/// Many clients that ask for anything at any time, in half lines, and go when they like.
@Suite("Random walks of the control socket") struct SocketWalkTests {
  private static let walks: UInt64 = TestForm.isLong ? 1200 : 12

  @Test(
    "each call gets its own reply, in order and of its kind; what is lent comes back; bounds hold")
  func walks() throws {
    var verdicts: Set<WalkingCall.Verdict> = []
    for number in 0..<Self.walks {
      let seed = 10_000 * TestForm.seed + number
      var walk = try SocketWalk(seed: seed, isCrowd: number % 3 == 2)
      try walk.run(steps: 3000)
      if let problem = walk.problem { Issue.record("seed \(seed): \(problem)") }
      verdicts.formUnion(walk.verdicts)
    }
    let missing = Set(WalkingCall.Verdict.allCases).subtracting(verdicts)
    #expect(missing.isEmpty)
  }
}
