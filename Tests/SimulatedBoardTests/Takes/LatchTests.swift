import Boards
import Recorder
import SimulatedBoard
import Testing

/// The meaning of a press is fixed when the button goes down.
@Suite("Latching at the press") struct LatchTests {
  private func time(
    _ outcome: Simulator.Outcome, _ isWanted: (SessionEvent) -> Bool
  ) -> Double? {
    outcome.events.first { isWanted($0.event) }?.time
  }

  private static func isLatched(_ event: SessionEvent) -> Bool {
    if case .takeLatched = event { true } else { false }
  }

  private static func isStarted(_ event: SessionEvent) -> Bool {
    if case .takeStarted = event { true } else { false }
  }

  @Test("place and orientation of a take are those of the press, although it starts at the release")
  func start() throws {
    let takes = try SimulatedTakes()
    // Turned back while record is held down: 0.5 s later the board is in portrait, and the take is not.
    let outcome = try takes.run(
      SimulatedTakes.hand(0.1, "turn = \"landscapeLeft\"")
        + SimulatedTakes.hand(2, "press = \"record\"\nfor = 1.2")
        + SimulatedTakes.hand(2.1, "turn = \"portrait\"")
        + SimulatedTakes.hand(4, "press = \"record\""), duration: 5
    ) { $0.form.preRollSeconds = 0.5 }
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.which.orientation == .landscapeLeft)
    #expect(take.timelineStart + take.preRollFrames == 2 * 48000)
    #expect(take.preRollFrames == 24000)
    let latched = try #require(time(outcome, Self.isLatched))
    let started = try #require(time(outcome, Self.isStarted))
    // The debounce time of 10 ms, and one look of the control thread.
    #expect(abs(latched - 2.01) < 0.011)
    #expect(abs(started - 3.21) < 0.011)
  }

  @Test("a board that is turned twice while record is down has the orientation of the press")
  func turnedTwice() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(2, "press = \"record\"\nfor = 1.4")
        + SimulatedTakes.hand(2.05, "turn = \"landscapeLeft\"")
        + SimulatedTakes.hand(2.7, "turn = \"portraitUpsideDown\"")
        + SimulatedTakes.hand(4, "press = \"record\""), duration: 5)
    #expect(outcome.takes.first?.plan.design.which.orientation == .portrait)
  }

  @Test("a hold of 1.5 s drops the take that was latched, and locks")
  func hold() throws {
    let takes = try SimulatedTakes()
    var latchedTicks = 0
    let scenario = try Scenario.parse(
      text: "board = \"test\"\nduration = 4\n"
        + SimulatedTakes.hand(1, "press = \"record\"\nfor = 2.0"), name: "hold.toml")
    let outcome = try Simulator(scenario: scenario, board: takes.board).run(
      configuration: SessionConfiguration(board: takes.board, directory: takes.folder.path),
      filters: takes.filters,
      onTick: { now, session in
        if session.isTakeLatched {
          latchedTicks += 1
          #expect((1.0...2.52).contains(now))
          #expect(session.snapshot(now).isTakeLatched)
          #expect(session.lightState.phase == .takeStarting)
        }
      })
    #expect(outcome.takes.isEmpty)
    #expect(time(outcome, Self.isLatched) != nil)
    #expect(outcome.events.contains { $0.event == .locked(true) })
    #expect((145...152).contains(latchedTicks))
  }

  @Test("a take ends where the button went down that stops it")
  func stop() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.hand(2, "press = \"record\"\nfor = 0.35"), duration: 4
    ) { $0.form.keepsRaw = true }
    let take = try #require(outcome.takes.first)
    #expect(take.frames == 72000)
    #expect(try takes.samples(take.rawFiles[0])[0].count == 72000)
  }

  @Test("a button that is held keeps the card waiting for 0.4 s, and ends the take so much later")
  func longStop() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.hand(2, "press = \"record\"\nfor = 1.4"), duration: 4
    ) { $0.form.keepsRaw = true }
    let take = try #require(outcome.takes.first)
    // One second after the press, less one or two looks of the control thread.
    #expect((72000 + 47040...72000 + 48480).contains(take.frames))
    #expect(try takes.samples(take.rawFiles[0])[0].count == take.frames)
  }

  @Test("a hold in a take locks, and nothing of the take is missing")
  func holdInTake() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.hand(1, "press = \"record\"\nfor = 1.7")
        + SimulatedTakes.hand(3, "press = \"record\"\nfor = 1.7")
        + SimulatedTakes.hand(6, "press = \"record\""), duration: 7)
    let take = try #require(outcome.takes.first)
    #expect(outcome.takes.count == 1)
    #expect(take.frames == 5 * 48000 + 24000)
    #expect(take.gaps.isEmpty)
  }

  @Test("the source cannot change while a take is latched")
  func sourceWhileLatched() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(1, "press = \"record\"\nfor = 0.6")
        + SimulatedTakes.hand(1.2, "press = \"source\"")
        + SimulatedTakes.hand(2, "press = \"record\""), duration: 3)
    #expect(
      outcome.events.contains { $0.event == .refused(.duringTake(setting: "the data source")) })
    #expect(outcome.takes.first?.plan.design.which.dataSource == 0)
  }

  @Test("a device that is lost between press and release drops the latched take")
  func lostBeforeRelease() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(1, "press = \"record\"\nfor = 0.8")
        + SimulatedTakes.fault(1.3, "unplug = 3.0"), duration: 5)
    #expect(outcome.takes.isEmpty)
    #expect(
      outcome.events.contains {
        if case .refused(.notArmed(_?)) = $0.event { true } else { false }
      })
  }
}
