import Boards
import SimulatedBoard
import TakeFiles
import Testing

@testable import Recorder

/// Takes that begin because it is loud, when something comes between.
@Suite("Triggered takes, and what comes between") struct TriggerFaultTests {
  private static func noise(from start: Double, to end: Double, level: Double = -20) -> String {
    "[[source]]\nnoise = \"white\"\nazimuth = 30.0\ndistance = \"far\"\nlevel = \(level)\n"
      + "start = \(start)\nuntil = \(end)\n"
  }

  private func run(
    _ scenario: String, duration: Double, schedule: [ScheduledTake] = [],
    of sound: LevelRules.Sound = .microphones, restarts: Bool = false,
    into folder: SimulatedTakes? = nil, change: (inout LevelRules) -> Void = { _ in }
  ) throws -> Simulator.Outcome {
    let takes = try folder ?? SimulatedTakes()
    try takes.filters.prepare()
    let text = "board = \"test\"\nduration = \(duration)\n" + scenario
    let parsed = try Scenario.parse(text: text, name: takes.folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 1
    configuration.schedule = Schedule(schedule)
    configuration.settings.take.restart = restarts
    var rules = LevelRules(level: -40)
    (rules.sound, rules.holdSeconds) = (sound, 1)
    change(&rules)
    configuration.settings.trigger = rules
    configuration.metersEars = sound == .stereo
    var simulator = try Simulator(scenario: parsed, board: takes.board)
    simulator.start = WallTime(epochSeconds: 1_795_132_800)
    return try simulator.run(configuration: configuration, filters: takes.filters)
  }

  /// The times at which takes began.
  private func starts(_ outcome: Simulator.Outcome) -> [Double] {
    outcome.events.compactMap { if case .takeStarted = $0.event { $0.time } else { nil } }
  }

  private func expect(_ outcome: Simulator.Outcome, startsNear times: [Double], _ within: Double) {
    let found = starts(outcome)
    #expect(
      found.count == times.count && zip(found, times).allSatisfy { abs($0 - $1) < within },
      "\(found)")
  }

  @Test(
    "the level of left and right is that of now: two sounds make two takes, in unpaced time too")
  func stereo() throws {
    let outcome = try run(
      Self.noise(from: 3, to: 4.5) + Self.noise(from: 10, to: 12), duration: 15, of: .stereo
    ) { $0.takesPerHour = 3 }
    #expect(outcome.takes.map(\.end) == [.quiet, .quiet])
    expect(outcome, startsNear: [3.3, 10.3], 0.2)
    #expect(!outcome.events.contains { $0.event == .levelLimited(takesPerHour: 3) })
  }

  @Test(
    "a device that is lost in a sound that ends meanwhile makes no take that goes on",
    arguments: [true, false])
  func quietMeanwhile(restarts: Bool) throws {
    let outcome = try run(
      Self.noise(from: 3, to: 6) + SimulatedTakes.fault(4, "unplug = 4.0"), duration: 14,
      restarts: restarts)
    #expect(outcome.takes.map(\.end) == [.captureEnded(.disconnected)])
  }

  @Test(
    "what ends a take in a loud sound is followed by another take, which ends by quiet",
    arguments: ["unplug = 1.0", "storage-gone = 2.0", "power-fails = 1.0"])
  func loudStill(fault: String) throws {
    let outcome = try run(
      Self.noise(from: 3, to: 12) + SimulatedTakes.fault(5, fault), duration: 15, restarts: true)
    #expect(outcome.takes.count == 2)
    #expect(outcome.takes.last?.end == .quiet)
    // The device is tried every second, the card as often; a device is listened to after two.
    #expect(starts(outcome).last.map { $0 < 9.5 } == true, "\(starts(outcome))")
  }

  @Test("a take makes way for the schedule, says so in its file, and another one follows behind it")
  func makesWay() throws {
    let entry = ScheduledTake(start: .daily(secondOfDay: 6, days: []), seconds: 2)
    let takes = try SimulatedTakes()
    let outcome = try run(
      Self.noise(from: 3, to: 10), duration: 13, schedule: [entry], into: takes)
    #expect(outcome.takes.map(\.end) == [.madeWay, .scheduleReached, .quiet])
    let told = try #require(outcome.takes.first?.files.first)
    let metadata = try TakeFile.read(path: told).metadata
    #expect(metadata.end == TakeMetadata.End(.schedule, "made way for the schedule"))
    expect(outcome, startsNear: [3.2, 6, 8], 0.3)
    // The one of the schedule is whole, the one behind it begins where it ended.
    let (second, third) = (outcome.takes[1], outcome.takes[2])
    #expect(abs(second.seconds - 3) < 0.05)
    #expect(third.timelineStart == second.timelineStart + second.frames)
  }

  @Test("a hand ends takes for good while it is loud, also after a fault, a release or a call off")
  func hands() throws {
    let stop = SimulatedTakes.hand(6, "press = \"record\"")
    let ended = try run(Self.noise(from: 3, to: 11) + stop, duration: 12)
    #expect(ended.takes.map(\.end) == [.stopped])
    let after = try run(
      Self.noise(from: 3, to: 13) + stop + SimulatedTakes.fault(7, "unplug = 1.0"), duration: 13)
    #expect(after.takes.map(\.end) == [.stopped])
    // A hand's take that would go on is called off.
    let calledOff = try run(
      Self.noise(from: 1, to: 12) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(4, "storage-gone = 3.0") + stop, duration: 12, restarts: true)
    #expect(calledOff.takes.count == 1)
  }

  @Test("the longest take is followed by one that begins where it ended: no sound is in two files")
  func follows() throws {
    let outcome = try run(Self.noise(from: 3, to: 9), duration: 12) { $0.longestSeconds = 2 }
    #expect(outcome.takes.count >= 3)
    for (take, next) in zip(outcome.takes, outcome.takes.dropFirst()) {
      #expect(next.timelineStart == take.timelineStart + take.frames)
    }
  }

  @Test("an offset of the converters is no sound", arguments: [0.03, -0.015])
  func offset(offset: Double) throws {
    let microphones = (1...4).map {
      "[[hardware.microphone]]\nname = \"MIC\($0)\"\noffset = \(offset)\n"
    }
    let outcome = try run(
      microphones.joined() + Self.noise(from: 5, to: 6, level: -30), duration: 9)
    #expect(outcome.takes.map(\.end) == [.quiet])
    expect(outcome, startsNear: [5.3], 0.3)
  }

  @Test("the level that starts a take is the one that meters show", arguments: [-38.0, -42.0])
  func scale(level: Double) throws {
    let sine =
      "[[source]]\ntone = 1000.0\ndevice = [0.0, 0.0, -1.0]\ndistance = \"far\"\n"
      + "level = \(level)\nstart = 3.0\nuntil = 5.0\n"
    #expect(try run(sine, duration: 7).takes.count == (level > -40 ? 1 : 0))
  }
}

/// No sound is in two files that begin by themselves.
@Suite("Pre-roll between takes") struct PreRollBetweenTests {
  @Test("pre-roll that is longer than the pause of a cycle begins at the end of the take before")
  func cycle() throws {
    let takes = try SimulatedTakes()
    let text = "board = \"test\"\nduration = 12.0\n"
    let parsed = try Scenario.parse(text: text, name: takes.folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 3
    var entry = ScheduledTake(start: .daily(secondOfDay: 4, days: []), seconds: 6)
    entry.cycle = DutyCycle(every: 2, take: 1)
    configuration.schedule = Schedule([entry])
    var simulator = try Simulator(scenario: parsed, board: takes.board)
    simulator.start = WallTime(epochSeconds: 1_795_132_800)
    let outcome = try simulator.run(configuration: configuration, filters: takes.filters)
    #expect(outcome.takes.map { ($0.seconds * 10).rounded() / 10 } == [4, 2, 2])
    for (take, next) in zip(outcome.takes, outcome.takes.dropFirst()) {
      #expect(next.timelineStart == take.timelineStart + take.frames)
    }
  }

  @Test("who presses again at once has the pre-roll all the same")
  func hands() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.take(from: 3, to: 4) + SimulatedTakes.take(from: 4.5, to: 5), duration: 6
    ) { $0.form.preRollSeconds = 2 }
    #expect(outcome.takes.map(\.preRollFrames) == [96000, 96000])
  }
}
