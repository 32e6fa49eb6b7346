import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// Devices that are judged by what they deliver.
@Suite("A doubtful capture device") struct DoubtfulDeviceTests {
  private func doubts(_ outcome: Simulator.Outcome) -> [(time: Double, doubt: DeviceDoubt)] {
    outcome.events.compactMap { event in
      if case .doubt(let doubt) = event.event { (event.time, doubt) } else { nil }
    }
  }

  private static func dead(at time: Double, _ microphones: ClosedRange<Int> = 1...4) -> String {
    microphones.map { SimulatedTakes.fault(time, "microphone-dead = \"MIC\($0)\"") }.joined()
  }

  @Test(
    "microphones that all fall silent are told, and marked; the device is opened anew once, and the take goes on"
  )
  func silent() throws {
    let takes = try SimulatedTakes()
    var shown: [(isWarning: Bool, doubts: [String])] = []
    let text =
      "board = \"test\"\nduration = 14.0\n" + SimulatedTakes.take(from: 1, to: 13)
      + Self.dead(at: 4)
    let parsed = try Scenario.parse(text: text, name: takes.folder.file("scenario.toml"))
    let outcome = try Simulator(scenario: parsed, board: takes.board).run(
      configuration: SessionConfiguration(board: takes.board, directory: takes.folder.path),
      filters: takes.filters,
      onTick: { now, session in
        shown.append((session.lightState.isWarning, session.snapshot(now).doubts))
      })
    #expect(doubts(outcome).map(\.doubt) == [.silent])
    #expect(doubts(outcome).first.map { (5...7).contains($0.time) } == true)
    #expect(outcome.takes.map(\.end) == [.microphonesSilent, .stopped])
    #expect(outcome.events.filter { if case .armed = $0.event { true } else { false } }.count == 2)
    let note = "no microphone delivered sound from here on"
    for take in outcome.takes {
      let metadata = try TakeFile.read(path: try #require(take.files.first)).metadata
      #expect(metadata.notes.contains(note))
      #expect(metadata.markers.contains { $0.kind == .microphone && $0.label == note })
    }
    #expect(outcome.takes.last?.plan.reason?.contains("every microphone fell silent") == true)
    #expect(shown[300].isWarning == false && shown[300].doubts.isEmpty)
    #expect(shown.last.map { $0.isWarning && $0.doubts.count == 1 } == true)
  }

  @Test("an array that is silent from the start is told before the first press")
  func fromTheStart() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      Self.dead(at: 0) + SimulatedTakes.take(from: 6, to: 8), duration: 9)
    #expect(doubts(outcome).map(\.doubt) == [.silent])
    let take = try #require(outcome.takes.first)
    #expect(outcome.takes.count == 1 && take.end == .stopped)
    let metadata = try TakeFile.read(path: try #require(take.files.first)).metadata
    #expect(metadata.notes.contains("no microphone delivered sound from here on"))
  }

  @Test("a part of the microphones, and a gap of seconds, are not all of them")
  func others() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      Self.dead(at: 2, 1...3) + SimulatedTakes.take(from: 1, to: 9)
        + SimulatedTakes.fault(5, "overrun = 144000"), duration: 10)
    #expect(doubts(outcome).isEmpty)
    #expect(outcome.takes.map(\.end) == [.stopped])
  }

  @Test("a device that is faster than its rate is told, in the take as well")
  func fast() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      "[hardware.capture]\nclock = 3000.0\n" + SimulatedTakes.take(from: 1, to: 17), duration: 18)
    let told = doubts(outcome)
    guard case .speed(let parts) = try #require(told.first).doubt else {
      Issue.record("\(told)")
      return
    }
    #expect(told.count == 1 && abs(parts - 3000) < 200)
    let take = try #require(outcome.takes.first)
    let metadata = try TakeFile.read(path: try #require(take.files.first)).metadata
    #expect(metadata.notes.contains { $0.hasSuffix("ppm too fast by the system's clock") })
    #expect(take.end == .stopped)
  }

  @Test(
    "one of another rate fails as one that gives no frames, and that is told once",
    arguments: [-50000, 50000])
  func wrongRate(parts: Int) throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      "[hardware.capture]\nclock = \(parts).0\n" + SimulatedTakes.hand(1, "press = \"record\""),
      duration: 30)
    let end = TakeEnd.captureEnded(.wrongSpeed(percent: 100 + parts / 10000))
    #expect(outcome.takes.map(\.end) == [end])
    let titles = outcome.events.compactMap { event -> String? in
      switch event.event {
      case .armed: "armed"
      case .fault: "fault"
      default: nil
      }
    }
    // Armed and failed, again, and then no more.
    #expect(titles == ["armed", "fault", "armed"])
  }

  @Test("a restart inside a take whose order cannot be told is told, marked and noted")
  func order() throws {
    let board = SimulatedTakes.board(Array(SimulatedTakes.asymmetric.prefix(2)))
    let takes = try SimulatedTakes(board: board)
    let scene =
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 1, to: 6)
      + SimulatedTakes.fault(3, "channels-rotated = 1")
    let outcome = try takes.run(scene, duration: 7)
    #expect(doubts(outcome).map(\.doubt) == [.orderUnknown])
    let take = try #require(outcome.takes.first)
    let note = "the order of the channels is unknown from here on"
    let metadata = try TakeFile.read(path: try #require(take.files.first)).metadata
    #expect(metadata.notes.contains(note))
    #expect(metadata.markers.contains { $0.label == note && $0.frame == 96000 })
    // A take that ends before the look says it too.
    let short = try takes.run(
      SimulatedTakes.take(from: 1, to: 3.2) + SimulatedTakes.fault(3, "channels-rotated = 1"),
      duration: 4)
    let file = try #require(short.takes.first?.files.first)
    #expect(try TakeFile.read(path: file).metadata.notes.contains(note))
  }

  @Test("a marker set by the end of a take is reported before the next take starts")
  func markerAtTheEnd() throws {
    let takes = try SimulatedTakes(
      board: SimulatedTakes.board(Array(SimulatedTakes.asymmetric.prefix(2))))
    // The card stalls, so the files of the first take are closed during the second.
    let outcome = try takes.run(
      SimulatedTakes.take(from: 1, to: 3.2) + SimulatedTakes.take(from: 3.6, to: 5.5)
        + SimulatedTakes.fault(2.9, "storage-stall = 2.0")
        + SimulatedTakes.fault(3, "channels-rotated = 1"), duration: 6)
    let events = outcome.events.map(\.event)
    let marker = events.firstIndex { event in
      if case .marker(let marker) = event { marker.kind == .microphone } else { false }
    }
    let second = events.lastIndex { if case .takeStarted = $0 { true } else { false } }
    #expect(outcome.takes.count == 2)
    #expect(try #require(marker) < #require(second))
  }

  @Test("a take of a hand goes on behind an error of the card, where takes go on")
  func card() throws {
    let takes = try SimulatedTakes()
    let scene =
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 1, to: 8)
      + SimulatedTakes.fault(4, "storage-gone = 0.1")
    let outcome = try takes.run(scene, duration: 9) {
      $0.settings.take.restart = true
      $0.form.preRollSeconds = 2
    }
    #expect(outcome.takes.count == 2)
    let (first, second) = (try #require(outcome.takes.first), try #require(outcome.takes.last))
    #expect(second.end == .stopped)
    #expect(second.plan.reason?.hasSuffix("after the storage failed") == true)
    // Nothing is lost between them.
    #expect(second.timelineStart <= first.timelineStart + first.frames)
    let stays = try takes.run(scene, duration: 9)
    #expect(stays.takes.first?.end != .stopped)
  }

  @Test(
    "behind a long error of the card, a take goes on where the other ends, or says what is missing",
    arguments: [30.0, 2])
  func longError(stallSeconds: Double) throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 1, to: 11)
        + SimulatedTakes.fault(4, "storage-gone = 4.0"), duration: 12
    ) {
      $0.settings.take.restart = true
      $0.stallSeconds = stallSeconds
    }
    #expect(outcome.takes.count == 2)
    let (first, second) = (try #require(outcome.takes.first), try #require(outcome.takes.last))
    let isMissing = second.timelineStart > first.timelineStart + first.frames
    #expect(isMissing == (stallSeconds == 2))
    let metadata = try TakeFile.read(path: try #require(second.files.first)).metadata
    let words = " s are missing between this take and the one that it continues"
    #expect(metadata.notes.contains { $0.hasSuffix(words) } == isMissing)
    #expect(second.markers.contains { $0.frame == 0 && $0.label.hasSuffix(words) } == isMissing)
  }

  @Test("a card that is slower than the take, and stalls, ends with its scenario", arguments: 0..<3)
  func slowCard(run: Int) throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      "seed = \(run + 1)\n[hardware.storage]\nwrite-rate = 0.1\n"
        + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(1.6, "storage-stall = 2.0"), duration: 5)
    #expect(outcome.takes.count == 1)
  }
}
