import Boards
import Recorder
import Testing

@Suite struct OrientationPolicyTests {
  /// Reads the same acceleration every 10 ms for a while.
  private func hold(
    _ acceleration: Vector3, _ policy: inout OrientationPolicy, from start: Double,
    for seconds: Double
  ) {
    for step in 0...Int((seconds * 100).rounded()) {
      policy.update(acceleration: acceleration, time: start + Double(step) / 100)
    }
  }

  @Test(
    "at rest the sensor reads 1 g along UP, and that decides", arguments: InputOrientation.allCases)
  func poses(orientation: InputOrientation) {
    var policy = OrientationPolicy(initial: orientation == .portrait ? .landscapeLeft : .portrait)
    hold(orientation.up, &policy, from: 0, for: 0.6)
    #expect(policy.orientation == orientation)
  }

  /// A policy that knows that the board was held in portrait.
  private static func known() -> OrientationPolicy {
    var policy = OrientationPolicy()
    policy.update(acceleration: InputOrientation.portrait.up, time: 0)
    return policy
  }

  @Test(
    "the first reading that says something counts at once", arguments: InputOrientation.allCases)
  func first(orientation: InputOrientation) {
    var policy = OrientationPolicy()
    for nothing in [Vector3(0, 0, 0), Vector3(1.5, 0, 0), Vector3(0.7, 0.7, 0)] {
      policy.update(acceleration: nothing, time: 1)
      #expect(!policy.isKnown)
    }
    policy.update(acceleration: orientation.up, time: 1)
    #expect(policy.isKnown)
    #expect(policy.orientation == orientation)
    // A press from before it was known has it too.
    #expect(policy.orientation(at: 0.5) == orientation)
  }

  @Test(
    "a board that lies flat at the start is known to be in portrait, and a pose needs its time then"
  )
  func flat() {
    var policy = OrientationPolicy()
    policy.update(acceleration: Vector3(0, 0, 1), time: 0)
    #expect(policy.isKnown)
    policy.update(acceleration: InputOrientation.landscapeLeft.up, time: 0.1)
    #expect(policy.orientation == .portrait)
    policy.update(acceleration: InputOrientation.landscapeLeft.up, time: 0.6)
    #expect(policy.orientation == .landscapeLeft)
  }

  @Test("a pose counts after half a second and not before")
  func holdTime() {
    var policy = Self.known()
    hold(InputOrientation.landscapeRight.up, &policy, from: 0, for: 0.49)
    #expect(policy.orientation == .portrait)
    policy.update(acceleration: InputOrientation.landscapeRight.up, time: 0.5)
    #expect(policy.orientation == .landscapeRight)
  }

  @Test("an interrupted pose starts again")
  func interrupted() {
    var policy = Self.known()
    hold(InputOrientation.landscapeRight.up, &policy, from: 0, for: 0.4)
    hold(InputOrientation.portrait.up, &policy, from: 0.41, for: 0.05)
    hold(InputOrientation.landscapeRight.up, &policy, from: 0.5, for: 0.4)
    #expect(policy.orientation == .portrait)
  }

  @Test("a reading that is repeated, or stands alone before a silence, does not turn the board")
  func alone() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.5)
    recorder.hands.hold(InputOrientation.landscapeLeft.up)
    recorder.wait(0.05)
    recorder.hands.stick(true)
    recorder.wait(0.95)
    recorder.hands.hold(nil)
    recorder.wait(2)
    recorder.hands.stick(false)
    recorder.hands.hold(InputOrientation.landscapeLeft.up)
    recorder.wait(0.3)
    #expect(!recorder.events.contains(.orientation(.landscapeLeft)))
    recorder.wait(0.4)
    #expect(recorder.events.contains(.orientation(.landscapeLeft)))
  }

  @Test("a press that is known a moment later finds the pose of its instant")
  func earlier() {
    var policy = Self.known()
    hold(InputOrientation.landscapeLeft.up, &policy, from: 1, for: 1)
    #expect(policy.orientation == .landscapeLeft)
    #expect(policy.orientation(at: 1.4) == .portrait)
    #expect(policy.orientation(at: 1.6) == .landscapeLeft)
    #expect(policy.orientation(at: .infinity) == .landscapeLeft)
  }

  @Test("flat on a table, on the diagonal, shaken or in free fall keeps the last pose")
  func keeps() {
    for reading in [
      Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0.7, 0.7, 0), Vector3(1.5, 0, 0),
      Vector3(0.1, 0, 0), Vector3(0, 0, 0),
    ] {
      var policy = OrientationPolicy(initial: .landscapeLeft)
      hold(reading, &policy, from: 0, for: 2)
      #expect(policy.orientation == .landscapeLeft, "\(reading)")
    }
  }
}
