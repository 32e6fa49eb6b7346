import Boards
import Recorder
import TakeFiles
import Testing

/// The pose is known only when the sensor has answered: until then no take is latched for good.
@Suite("Takes in the first moments of a recorder")
struct FirstReadingTests {
  /// A recorder whose sensor has not answered yet.
  private func silent(schedule: Schedule? = nil) throws -> HeldRecorder {
    let recorder = try HeldRecorder(schedule: schedule)
    recorder.hands.hold(nil)
    try recorder.arm()
    return recorder
  }

  private static let due = Schedule([
    ScheduledTake(start: .daily(secondOfDay: 0, days: []), seconds: 6)
  ])

  private func finish(_ recorder: HeldRecorder) throws -> TakeResult {
    if recorder.session.progress != nil { try recorder.session.stopTake() }
    recorder.wait { $0.isSettled }
    recorder.wait(0.05)
    return try #require(recorder.takes.first)
  }

  @Test("a take that is due waits for the sensor", arguments: InputOrientation.allCases)
  func due(held: InputOrientation) throws {
    let recorder = try silent(schedule: Self.due)
    recorder.wait(0.6)
    #expect(recorder.session.progress == nil)
    recorder.hands.hold(held.up)
    recorder.wait(1)
    let take = try finish(recorder)
    #expect(take.plan.design.which.orientation == held)
    #expect(
      try TakeFile.read(path: take.files[0]).metadata.notes.allSatisfy {
        !$0.contains("assumed")
      })
  }

  @Test(
    "a press waits for the sensor, and counts from where the button went down",
    arguments: [0.1, 0.8])
  func press(heldSeconds: Double) throws {
    let recorder = try silent()
    recorder.wait(0.2)
    let place = recorder.session.capturedFrames
    recorder.move(.record, isPressed: true)
    recorder.wait(heldSeconds)
    // The sensor answers while the button is down, or after it was released.
    if heldSeconds > 0.5 { recorder.hands.hold(InputOrientation.landscapeRight.up) }
    recorder.wait(0.1)
    recorder.move(.record, isPressed: false)
    recorder.wait(0.1)
    if heldSeconds < 0.5 {
      #expect(recorder.session.progress == nil)
      #expect(recorder.session.isTakeLatched)
      #expect(recorder.session.lightState.phase == .takeStarting)
      recorder.hands.hold(InputOrientation.landscapeRight.up)
    }
    recorder.wait(0.5)
    let take = try finish(recorder)
    #expect(take.plan.design.which.orientation == .landscapeRight)
    #expect(abs(take.timelineStart + take.preRollFrames - place) <= 2400)
  }

  @Test("a take that waits when the recorder is shut down is told to be called off")
  func shutDown() throws {
    let recorder = try silent()
    recorder.wait(0.1)
    recorder.press(.record)
    recorder.session.shutDown()
    #expect(recorder.session.drainEvents().contains(.calledOff))
  }

  @Test("a second press calls off the take that waits")
  func calledOff() throws {
    let recorder = try silent()
    recorder.wait(0.1)
    recorder.press(.record)
    recorder.press(.record)
    #expect(recorder.events.contains(.calledOff))
    recorder.hands.hold(InputOrientation.landscapeRight.up)
    recorder.wait(3)
    #expect(recorder.session.progress == nil && recorder.takes.isEmpty)
  }

  @Test("of a sensor that stays silent portrait is assumed after two seconds, and the take says so")
  func bounded() throws {
    for schedule in [Self.due, nil] {
      let recorder = try silent(schedule: schedule)
      recorder.wait(0.1)
      if schedule == nil { recorder.press(.record) }
      recorder.wait(1.5)
      #expect(recorder.session.progress == nil)
      recorder.wait(1)
      #expect(recorder.session.progress != nil)
      let take = try finish(recorder)
      #expect(take.plan.design.which.orientation == .portrait)
      let notes = try TakeFile.read(path: take.files[0]).metadata.notes
      #expect(notes.contains { $0.contains("assumed to be held as portrait") })
    }
  }

  @Test("a take that waits is dropped when power fails, and does not start when it is back")
  func power() throws {
    let recorder = try silent()
    recorder.wait(0.1)
    recorder.press(.record)
    recorder.setPower(isFailing: true)
    recorder.wait(0.2)
    #expect(recorder.refusals == [.fault(.powerFailing)])
    recorder.setPower(isFailing: false)
    recorder.hands.hold(InputOrientation.portrait.up)
    recorder.wait(3)
    #expect(recorder.session.progress == nil)
  }
}
