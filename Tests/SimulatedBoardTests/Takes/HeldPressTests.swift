import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// Buttons that are down while something else happens: a press never turns into its opposite.
@Suite("Presses that are held over faults")
struct HeldPressTests {
  /// Record is pressed at 0.5 s, and held from 3 s on to end the take; the fault falls into that.
  private static func scene(_ fault: String, held seconds: Double = 0.9) -> String {
    SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
      + SimulatedTakes.hand(3, "press = \"record\"\nfor = \(seconds)")
      + SimulatedTakes.fault(3.3, fault)
  }

  private func starts(_ outcome: Simulator.Outcome) -> Int {
    outcome.events.count { if case .takeStarted = $0.event { true } else { false } }
  }

  @Test(
    "a stop over a fault is a stop, whether the fault is over before the release or after it",
    arguments: [
      "power-fails = 0.2", "power-fails = 2.0", "unplug = 0.2", "unplug = 2.0",
      "channels-rotated = 2", "storage-gone = 0.2", "storage-gone = 2.0",
    ], [false, true])
  func stop(fault: String, restarts: Bool) throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(Self.scene(fault), duration: 9) {
      $0.settings.take.restart = restarts
    }
    #expect(starts(outcome) == 1)
    #expect(outcome.takes.count == 1)
    // What was meant was done: there is nothing to refuse.
    let refusals = outcome.events.filter { if case .refused = $0.event { true } else { false } }
    #expect(refusals.isEmpty)
  }

  @Test(
    "a stop just before the take ends by itself is a stop, though it is known only afterwards",
    arguments: ["power-fails = 0.3", "unplug = 1.0", "storage-gone = 0.2"], [0.2, 1.4])
  func stopJustBefore(fault: String, seconds: Double) throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.hand(2.995, "press = \"record\"\nfor = \(seconds)")
        + SimulatedTakes.fault(3, fault), duration: 7)
    #expect(starts(outcome) == 1)
    #expect(outcome.takes.count == 1)
  }

  @Test("a stop just before the take has its length is a stop")
  func stopBeforeLength() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(1, "press = \"record\"")
        + SimulatedTakes.hand(3.99, "press = \"record\""),
      duration: 6
    ) { $0.settings.take.duration = 3 }
    #expect(starts(outcome) == 1)
  }

  @Test(
    "a hold over a loss locks, and the take goes on in a new one as it would have without the hold")
  func lock() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(Self.scene("unplug = 1.0", held: 1.8), duration: 9) {
      $0.settings.take.restart = true
    }
    #expect(starts(outcome) == 2)
    #expect(outcome.events.contains { $0.event == .locked(true) })
    #expect(outcome.takes.map(\.end) == [.captureEnded(.disconnected), .shutdown])
  }

  @Test("a press that ends just before it would lock stops the take", arguments: [1.485, 1.495])
  func nearlyHeld(seconds: Double) throws {
    // Its release is debounced when 1.5 s are over.
    let outcome = try SimulatedTakes().run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.hand(3, "press = \"record\"\nfor = \(seconds)"), duration: 6)
    #expect(!outcome.events.contains { $0.event == .locked(true) })
    #expect(outcome.takes.map(\.end) == [.stopped])
  }

  @Test("a press that calls off a take holds it back until it is known what the press means")
  func callOff() throws {
    let takes = try SimulatedTakes()
    // Lost at 2 s, back at 4 s, while record is down from 3.5 s to 4.7 s.
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"") + SimulatedTakes.fault(2, "unplug = 2.0")
        + SimulatedTakes.hand(3.5, "press = \"record\"\nfor = 1.2"), duration: 8
    ) { $0.settings.take.restart = true }
    #expect(starts(outcome) == 1)
    #expect(outcome.events.contains { $0.event == .calledOff })
  }

  @Test("a start that is held while power fails and comes back starts nothing")
  func startOverPower() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(1, "press = \"record\"\nfor = 1.2")
        + SimulatedTakes.fault(1.3, "power-fails = 0.3"), duration: 4)
    #expect(starts(outcome) == 0)
    #expect(outcome.events.contains { $0.event == .refused(.fault(.powerFailing)) })
  }

  @Test("a start that is held while the device is opened anew starts")
  func startOverRotation() throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.fault(1, "channels-rotated = 2")
        + SimulatedTakes.hand(1.2, "press = \"record\"\nfor = 0.9")
        + SimulatedTakes.hand(5, "press = \"record\""), duration: 6)
    #expect(outcome.takes.map(\.end) == [.stopped])
    let take = try #require(outcome.takes.first)
    #expect(take.seconds > 3)
    // Its date is that of its first frame, which is later than the press.
    #expect(abs(take.plan.time.epochSeconds - (5 - take.seconds)) < 1e-3)
  }

  @Test(
    "a press of source that was meant for a take changes nothing when that take has ended",
    arguments: [0.6, 1.8])
  func source(seconds: Double) throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.hand(3, "press = \"source\"\nfor = \(seconds)")
        + SimulatedTakes.fault(3.3, "unplug = 1.0"), duration: 6)
    #expect(outcome.events.contains { $0.event == .refused(.notRecording) })
    #expect(!outcome.events.contains { if case .route = $0.event { true } else { false } })
  }

  @Test("a take that is stopped before the order was looked at ends where the order changed")
  func stopAfterRotation() throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.8, to: 2.3)
        + SimulatedTakes.fault(2, "channels-rotated = 2"), duration: 4
    ) { $0.form.keepsRaw = true }
    #expect(outcome.takes.map(\.end) == [.channelsRotated(by: 2)])
    let take = try #require(outcome.takes.first)
    #expect(take.frames == 57_600)
    let raw = try takes.samples(take.rawFiles[0])
    for channel in 4..<6 { #expect(raw[channel].allSatisfy { $0 == 0 }) }
  }

  @Test(
    "a rotation just after a press, or just before it, ends no take for good",
    arguments: [0.95, 1.1, 1.4])
  func rotation(at press: Double) throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.fault(1, "channels-rotated = 2")
        + SimulatedTakes.take(from: press, to: 5), duration: 6
    ) {
      $0.form.preRollSeconds = 0.8
      $0.form.keepsRaw = true
    }
    let last = try #require(outcome.takes.last)
    #expect(last.end == .stopped)
    #expect(last.seconds > 2.8)
    for take in outcome.takes {
      for path in take.rawFiles {
        let raw = try takes.samples(path)
        // The spare channels are silent: no frame is in another order.
        for channel in 4..<6 { #expect(raw[channel].allSatisfy { $0 == 0 }) }
      }
    }
  }
}

/// A power cut takes little more than what is held back: that is bounded, whatever is held down or looked at.
@Suite("Frames that the card does not get yet")
struct HeldBackTests {
  /// The most that was held back in a take, in seconds.
  private func most(channels: Int, _ scenario: String) throws -> Double {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: channels))
    let text =
      "board = \"test\"\nduration = 8\n" + SimulatedTakes.noise(azimuth: 20)
      + SimulatedTakes.hand(0.8, "press = \"record\"") + scenario
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 0
    var most = 0
    _ = try Simulator(
      scenario: Scenario.parse(text: text, name: "held.toml"), board: takes.board
    ).run(
      configuration: configuration, filters: takes.filters,
      onTick: { _, session in most = max(most, session.unsettledFrames) })
    return Double(most) / 48000
  }

  /// A restart every 0.3 s: the order is wrong after one, and right again after the next.
  private func restarts(channels: Int) -> String {
    stride(from: 2.0, to: 6, by: 0.3).enumerated().map {
      let places = $0.offset.isMultiple(of: 2) ? 2 : channels - 2
      return SimulatedTakes.fault($0.element, "channels-rotated = \(places)")
    }.joined()
  }

  @Test("restarts in quick succession hold back as much as one look needs")
  func quickRestarts() throws {
    let held = try most(channels: 6, restarts(channels: 6))
    #expect((0.3...0.65).contains(held))
  }

  @Test("where the order of channels cannot be told, restarts hold nothing back")
  func cannotBeTold() throws {
    #expect(try most(channels: 4, restarts(channels: 4)) < 0.15)
  }

  @Test("buttons that are held down", arguments: ["record", "source"])
  func buttons(button: String) throws {
    let held = try most(
      channels: 4, SimulatedTakes.hand(3, "press = \"\(button)\"\nfor = 2.9"))
    #expect((0.3...0.45).contains(held))
  }
}
