import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// Takes that begin because it is loud, played on the simulated board with sounds.
@Suite struct TriggeredTakeTests {
  /// A tone around the board between times of the scenario.
  private static func tone(from start: Double, to end: Double, level: Double = -20) -> String {
    "[[source]]\ntone = 1000.0\nazimuth = 30.0\ndistance = \"far\"\nlevel = \(level)\n"
      + "start = \(start)\nuntil = \(end)\n"
  }

  private func run(
    _ scenario: String, duration: Double, schedule: [ScheduledTake] = [],
    _ change: (inout LevelRules) -> Void = { _ in }
  ) throws -> Simulator.Outcome {
    let takes = try SimulatedTakes()
    let text = "board = \"test\"\nduration = \(duration)\n" + scenario
    let parsed = try Scenario.parse(text: text, name: takes.folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 1
    configuration.schedule = Schedule(schedule)
    var rules = LevelRules(level: -40)
    (rules.attackSeconds, rules.holdSeconds) = (0.1, 1)
    change(&rules)
    configuration.settings.trigger = rules
    var simulator = try Simulator(scenario: parsed, board: takes.board)
    simulator.start = WallTime(epochSeconds: 1_795_132_800 + 19790)
    return try simulator.run(configuration: configuration, filters: takes.filters)
  }

  @Test("a sound starts a take with the pre-roll before it, and silence ends it")
  func plain() throws {
    let outcome = try run(Self.tone(from: 2, to: 4) + Self.tone(from: 8, to: 9), duration: 12)
    #expect(outcome.takes.map(\.end) == [.quiet, .quiet])
    let take = try #require(outcome.takes.first)
    #expect(take.preRollFrames == 48000)
    // The sound, a second before it, a second of hold, and the time of the mean.
    #expect((3.9...6).contains(take.seconds), "\(take.seconds)")
    #expect(take.end.told == TakeMetadata.End(.level, "quiet again"))
    let levels = outcome.events.compactMap { event -> Double? in
      if case .levelReached(let level) = event.event { level } else { nil }
    }
    #expect(levels.count == 2 && levels.allSatisfy { $0 >= -40 })
  }

  @Test("soft sounds start nothing")
  func soft() throws {
    #expect(try run(Self.tone(from: 1, to: 4, level: -60), duration: 6).takes.isEmpty)
  }

  @Test(
    "a sound that goes on is split at the greatest length, and as many takes are made as an hour may have"
  )
  func longAndMany() throws {
    let outcome = try run(Self.tone(from: 1, to: 12), duration: 14) {
      $0.longestSeconds = 2
      $0.takesPerHour = 3
    }
    #expect(outcome.takes.map(\.end) == [.durationReached, .durationReached, .durationReached])
    let told = outcome.events.filter { $0.event == .levelLimited(takesPerHour: 3) }
    #expect(told.count == 1)
  }

  @Test(
    "a hand ends a take for good while it is loud, and a take of a hand is not ended by silence")
  func hands() throws {
    let ended = try run(
      Self.tone(from: 1, to: 6) + SimulatedTakes.hand(3, "press = \"record\""), duration: 8)
    #expect(ended.takes.map(\.end) == [.stopped])
    let own = try run(SimulatedTakes.take(from: 1, to: 5), duration: 7)
    #expect(own.takes.map(\.end) == [.stopped])
    #expect(own.takes.first.map { abs($0.seconds - 5) < 0.1 } == true)
  }

  @Test("a take of the schedule ends one of the level and is made whole")
  func schedule() throws {
    let entry = ScheduledTake(start: .daily(secondOfDay: 19790 + 4, days: []), seconds: 3)
    let outcome = try run(Self.tone(from: 2, to: 9), duration: 9, schedule: [entry])
    #expect(outcome.takes.prefix(2).map(\.end) == [.madeWay, .scheduleReached])
    #expect(outcome.takes.dropFirst().first.map { abs($0.seconds - 4) < 0.05 } == true)
  }

  @Test("without storage the refusal is told once for a sound")
  func refused() throws {
    let outcome = try run(
      Self.tone(from: 2, to: 4) + SimulatedTakes.fault(0.5, "power-fails = 5.0"), duration: 6)
    #expect(outcome.takes.isEmpty)
    #expect(outcome.events.filter { $0.event == .refused(.fault(.powerFailing)) }.count == 1)
  }
}
