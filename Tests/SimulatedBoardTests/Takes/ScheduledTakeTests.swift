import Boards
import SimulatedBoard
import Synchronization
import TakeFiles
import Testing

@testable import Recorder

@Suite struct ScheduledTakeTests {
  private static let midnight = 1_795_132_800.0

  /// Scheduled takes of a scenario that starts on 2026-11-20 at 05:29:50.
  private func run(
    _ schedule: [ScheduledTake], scenario: String = "", duration: Double, isSet: Bool = true,
    wallTime: (@Sendable (Double) -> WallTime)? = nil
  ) throws -> Simulator.Outcome {
    let takes = try SimulatedTakes()
    let text = "board = \"test\"\nduration = \(duration)\n" + scenario
    let parsed = try Scenario.parse(text: text, name: takes.folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 1
    configuration.schedule = Schedule(schedule)
    var simulator = try Simulator(scenario: parsed, board: takes.board)
    simulator.start = WallTime(epochSeconds: Self.midnight + 19790, isSet: isSet)
    simulator.wallTime = wallTime
    return try simulator.run(configuration: configuration, filters: takes.filters)
  }

  private func at(_ second: Int, for seconds: Double) -> ScheduledTake {
    ScheduledTake(start: .daily(secondOfDay: 19790 + second, days: []), seconds: seconds)
  }

  /// The same start every so many seconds, with short takes.
  private func cycle(_ second: Int, for seconds: Double, every: Double, take: Double)
    -> ScheduledTake
  {
    var entry = at(second, for: seconds)
    entry.cycle = DutyCycle(every: every, take: take)
    return entry
  }

  @Test(
    "a cycle makes its takes with the pre-roll before each, over midnight of the take's own clock")
  func cycle() throws {
    let outcome = try run([cycle(2, for: 12, every: 4, take: 1)], duration: 16)
    #expect(outcome.takes.map(\.end) == [.scheduleReached, .scheduleReached, .scheduleReached])
    #expect(outcome.takes.allSatisfy { abs($0.seconds - 2) < 0.02 })
    #expect(outcome.takes.map(\.plan.date.timeText) == ["05:29:51", "05:29:55", "05:29:59"])
    #expect(refusals(outcome).isEmpty)
  }

  @Test("a hand ends a take of a cycle and the next one comes; a hand's own take goes before it")
  func cycleAndHands() throws {
    let ended = try run(
      [cycle(2, for: 12, every: 4, take: 2)],
      scenario: SimulatedTakes.hand(3, "press = \"record\""), duration: 12)
    #expect(ended.takes.map(\.end) == [.stopped, .scheduleReached, .scheduleReached])
    let taken = try run(
      [cycle(2, for: 12, every: 4, take: 1)],
      scenario: SimulatedTakes.take(from: 5, to: 7), duration: 12)
    #expect(taken.takes.map(\.end) == [.scheduleReached, .stopped, .scheduleReached])
    #expect(refusals(taken) == [.takeRuns])
  }

  @Test(
    "a fault in a take of a cycle: what is left of it is made, and the cycle goes on in step",
    arguments: ["unplug = 1.5", "storage-gone = 1.5", "power-fails = 1.5"])
  func cycleAndFaults(fault: String) throws {
    let outcome = try run(
      [cycle(1, for: 14, every: 7, take: 5)], scenario: SimulatedTakes.fault(2, fault), duration: 15
    )
    #expect(outcome.takes.count == 3)
    #expect(outcome.takes.suffix(2).map(\.end) == [.scheduleReached, .scheduleReached])
    #expect(outcome.takes.dropFirst().first?.plan.reason?.hasPrefix("continues") == true)
    #expect(outcome.takes.last?.plan.date.timeText == "05:29:57")
  }

  @Test("a simulated day leaves out the waits, and makes every take of the day at its time")
  func day() throws {
    let takes = try SimulatedTakes()
    let parsed = try Scenario.parse(
      text: "board = \"test\"\nduration = 5\n", name: takes.folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 1
    let sunrise = ScheduledTake(start: .sun(SunTime(.sunrise), days: []), seconds: 2)
    configuration.schedule = Schedule(
      [cycle(10, for: 36000, every: 7200, take: 1), sunrise],
      place: Place(latitude: 52.52, longitude: 13.405))
    var simulator = try Simulator(scenario: parsed, board: takes.board)
    simulator.start = WallTime(epochSeconds: Self.midnight + 19790)
    simulator.scheduledSeconds = 86400
    var last = 0.0
    let outcome = try simulator.run(
      configuration: configuration, filters: takes.filters, onTick: { time, _ in last = time })
    #expect(
      outcome.takes.map(\.plan.date.timeText) == [
        "05:29:59", "06:36:44", "07:29:59", "09:29:59", "11:29:59", "13:29:59",
      ])
    #expect(outcome.takes.allSatisfy { $0.end == .scheduleReached })
    // Six takes, their pre-rolls and a little around them: not a day.
    #expect(last < 60)
  }

  private func refusals(_ outcome: Simulator.Outcome) -> [SessionRefusal] {
    outcome.events.compactMap { event in
      if case .scheduleRefused(_, let refusal) = event.event { refusal } else { nil }
    }
  }

  @Test("a scheduled take starts at its time and ends at its end, with the pre-roll before it")
  func onTime() throws {
    let outcome = try run([at(3, for: 2)], duration: 8)
    let take = try #require(outcome.takes.first)
    #expect(outcome.takes.count == 1)
    #expect(take.end == .scheduleReached)
    #expect(take.plan.date.text == "2026-11-20 05:29:52")
    #expect(abs(take.seconds - 3) < 0.02)
    let started = outcome.events.first {
      if case .scheduleStarted = $0.event { true } else { false }
    }
    #expect(started.map { abs($0.time - 3) < 0.02 } == true)
  }

  @Test("a take that is due while another one runs is skipped with an event, and that one goes on")
  func overlap() throws {
    let outcome = try run([at(2, for: 4), at(4, for: 1)], duration: 8)
    #expect(outcome.takes.count == 1)
    #expect(outcome.takes.first.map { abs($0.seconds - 5) < 0.02 } == true)
    #expect(refusals(outcome) == [.takeRuns])
    // The same for a take that a hand started.
    let pressed = try run(
      [at(2, for: 1)], scenario: SimulatedTakes.take(from: 1, to: 4), duration: 6)
    #expect(pressed.takes.map(\.end) == [.stopped])
    #expect(refusals(pressed) == [.takeRuns])
  }

  @Test("takes that follow one another without a pause are both made")
  func adjacent() throws {
    let outcome = try run([at(2, for: 2), at(4, for: 2)], duration: 8)
    #expect(outcome.takes.map(\.end) == [.scheduleReached, .scheduleReached])
    #expect(refusals(outcome).isEmpty)
  }

  @Test("a pause does not move the end")
  func paused() throws {
    let outcome = try run(
      [at(1, for: 6)],
      scenario: SimulatedTakes.hand(2, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.hand(5, "press = \"source\"\nfor = 1.6"), duration: 10)
    let take = try #require(outcome.takes.first)
    let ended = outcome.events.first { if case .takeFinished = $0.event { true } else { false } }
    #expect(ended.map { abs($0.time - 7) < 0.2 } == true)
    // 1 s of pre-roll, 6 s less the 3 s between the two holds, and 1.2 s of the first hold.
    #expect(abs(take.seconds - 5.2) < 0.05)
  }

  @Test("a button ends a scheduled take")
  func button() throws {
    let outcome = try run(
      [at(1, for: 6)], scenario: SimulatedTakes.hand(3, "press = \"record\""), duration: 9)
    #expect(outcome.takes.map(\.end) == [.stopped])
  }

  @Test("a take that is due after a long press has no sound of the take that the press ended")
  func longPressBefore() throws {
    let outcome = try run(
      [at(1, for: 30), at(9, for: 2)],
      scenario: SimulatedTakes.hand(7.4, "press = \"record\"\nfor = 1.4"), duration: 13)
    #expect(outcome.takes.map(\.end) == [.stopped, .scheduleReached])
    let (first, second) = (try #require(outcome.takes.first), try #require(outcome.takes.last))
    #expect(second.timelineStart == first.timelineStart + first.frames)
  }

  @Test("a take that should be running at the start is made to its end")
  func late() throws {
    let outcome = try run([at(-60, for: 63)], duration: 6)
    let take = try #require(outcome.takes.first)
    #expect(take.end == .scheduleReached)
    #expect(abs(take.seconds - 3) < 0.05)
  }

  @Test("without a set clock nothing is started, and that is said once")
  func noClock() throws {
    let outcome = try run([at(2, for: 1)], duration: 5, isSet: false)
    #expect(outcome.takes.isEmpty)
    #expect(outcome.events.filter { $0.event == .scheduleWaitsForClock }.count == 1)
  }

  @Test("without a capture device the scheduled take is refused once, and is missed at its end")
  func noDevice() throws {
    let outcome = try run(
      [at(2, for: 1)], scenario: SimulatedTakes.fault(1, "unplug = 2.5"), duration: 5)
    #expect(outcome.takes.isEmpty)
    let refusals = refusals(outcome)
    #expect(refusals.count == 2 && refusals.last == .scheduleMissed)
    #expect("\(refusals[0])".hasPrefix("the recorder is not armed: "), "\(refusals)")
  }

  @Test(
    "a take whose device or card is away when it is due is made as soon as that is back, with the sound in memory",
    arguments: ["unplug = 2.0", "storage-gone = 2.0", "power-fails = 2.0"])
  func awayWhenDue(fault: String) throws {
    let outcome = try run(
      [at(2, for: 8)], scenario: SimulatedTakes.fault(1, fault), duration: 12)
    let take = try #require(outcome.takes.first)
    #expect(outcome.takes.map(\.end) == [.scheduleReached])
    #expect(refusals(outcome).count == 1)
    // Back at 3 s, looked for every second; the end at 10 s stays. A device that was away has no sound of before.
    let seconds = fault.hasPrefix("unplug") ? 5.8...8.2 : 8.98...9.02
    #expect(seconds.contains(take.seconds))
    if !fault.hasPrefix("unplug") { #expect(take.plan.date.timeText == "05:29:51") }
    let ended = outcome.events.first { if case .takeFinished = $0.event { true } else { false } }
    #expect(ended.map { abs($0.time - 10) < 0.2 } == true)
  }

  @Test(
    "a late take has the date of its start, although readings of the clock differ",
    arguments: 2...5)
  func unsteadyClock(period: Int) throws {
    let readings = Atomic(0)
    let outcome = try run(
      [at(2, for: 4)], scenario: SimulatedTakes.fault(1, "power-fails = 2.0"), duration: 8
    ) { now in
      let isBehind = readings.add(1, ordering: .relaxed).oldValue % period == 0
      return WallTime(epochSeconds: Self.midnight + 19790 + now + (isBehind ? -3e-5 : 3e-5))
    }
    #expect(outcome.takes.map(\.plan.date.timeText) == ["05:29:51"])
  }

  @Test("a take that is over before its card is back is made from memory")
  func overWhenBack() throws {
    let outcome = try run(
      [at(2, for: 2)], scenario: SimulatedTakes.fault(0.5, "storage-gone = 6.0"), duration: 9)
    #expect(outcome.takes.map(\.end) == [.scheduleReached])
    let take = try #require(outcome.takes.first)
    #expect(abs(Double(take.timelineStart) / 48_000 - 1) < 0.05 && abs(take.seconds - 3) < 0.02)
    #expect(take.plan.date.timeText == "05:29:51" && take.files.count == 1)
    #expect(refusals(outcome).count == 1)
  }

  @Test("an interrupted take whose end passes before its card is back is completed from memory")
  func completed() throws {
    let outcome = try run(
      [at(1, for: 10)],
      scenario: SimulatedTakes.fault(5, "storage-stall = 3.0")
        + SimulatedTakes.fault(8, "storage-gone = 5.0"), duration: 15)
    #expect(outcome.takes.count == 2)
    let last = try #require(outcome.takes.last)
    #expect(last.end == .scheduleReached && last.plan.reason?.hasPrefix("continues") == true)
    #expect(last.timelineStart <= 5 * 48_000)
    let end = Double(last.timelineStart + last.frames) / 48_000
    #expect(abs(end - 11) < 0.05)
  }

  @Test("a take whose card stalls over its end, and then goes away, is completed from memory")
  func completedAfterStall() throws {
    let outcome = try run(
      [at(1, for: 10)],
      scenario: SimulatedTakes.fault(5, "storage-stall = 8.0")
        + SimulatedTakes.fault(11.5, "storage-gone = 2.5"), duration: 17)
    #expect(outcome.takes.count == 2)
    let last = try #require(outcome.takes.last)
    #expect(last.end == .scheduleReached && last.plan.reason?.hasPrefix("continues") == true)
    #expect(last.timelineStart <= 5 * 48_000)
    let end = Double(last.timelineStart + last.frames) / 48_000
    #expect(abs(end - 11) < 0.05)
  }

  @Test("a take that cannot be completed after its end is told")
  func incomplete() throws {
    let outcome = try run(
      [at(1, for: 4)], scenario: SimulatedTakes.fault(3, "unplug = 4.0"), duration: 10)
    #expect(outcome.takes.map(\.end) == [.captureEnded(.disconnected)])
    #expect(refusals(outcome) == [.restMissed])
  }

  @Test("a card that comes late after a power cut gets what is left of the take")
  func lateCard() throws {
    let outcome = try run(
      [at(-60, for: 70)], scenario: SimulatedTakes.fault(0, "storage-gone = 3.0"), duration: 12)
    let take = try #require(outcome.takes.last)
    #expect(take.end == .scheduleReached)
    // Memory may have the sound since the power came back.
    #expect((5.8...10.1).contains(take.seconds))
    #expect(!take.files.isEmpty)
  }

  @Test(
    "a scheduled take that a fault ends goes on until its end, whatever the settings say of devices that are lost",
    arguments: ["unplug = 1.5", "storage-gone = 1.5", "power-fails = 1.5"])
  func goesOn(fault: String) throws {
    let outcome = try run(
      [at(1, for: 9)], scenario: SimulatedTakes.fault(4, fault), duration: 12)
    #expect(outcome.takes.count == 2)
    let last = try #require(outcome.takes.last)
    #expect(last.end == .scheduleReached)
    #expect(last.plan.reason?.hasPrefix("continues") == true)
    let ended = outcome.events.last { if case .takeFinished = $0.event { true } else { false } }
    #expect(ended.map { abs($0.time - 10) < 0.2 } == true)
  }

  @Test(
    "a press of before a scheduled take is refused, and does not end it",
    arguments: [4.97, 4.985, 4.995])
  func pressBefore(second: Double) throws {
    let outcome = try run(
      [at(5, for: 2)],
      scenario: SimulatedTakes.hand(second, "press = \"record\"\nfor = 0.2"), duration: 9)
    #expect(outcome.takes.map(\.end) == [.scheduleReached])
    #expect(outcome.takes.first.map { abs($0.seconds - 3) < 0.02 } == true)
    #expect(outcome.events.contains { $0.event == .refused(.takeRuns) })
  }

  @Test("a scheduled take that waits for its card comes before one that begins meanwhile")
  func interruptedFirst() throws {
    let outcome = try run(
      [at(2, for: 16), at(10, for: 3)], scenario: SimulatedTakes.fault(8, "storage-gone = 4.0"),
      duration: 20)
    #expect(outcome.takes.last?.end == .scheduleReached)
    #expect(outcome.takes.last?.plan.reason?.hasPrefix("continues") == true)
    let ended = outcome.events.last { if case .takeFinished = $0.event { true } else { false } }
    #expect(ended.map { abs($0.time - 18) < 0.3 } == true)
    #expect(refusals(outcome).last == .takeRuns)
  }

  @Test("a take that is due while an earlier one waits for room is made once that one is over")
  func dueWhileWaiting() throws {
    let outcome = try run(
      [at(2, for: 6), at(5, for: 8)],
      scenario: SimulatedTakes.fault(3, "storage-free = 9.0")
        + SimulatedTakes.fault(10, "storage-free = 16000.0"), duration: 15)
    // The rest of the first comes from memory; the second has no sound of it.
    #expect(outcome.takes.map(\.end) == [.storageFull, .scheduleReached, .scheduleReached])
    let (rest, last) = (outcome.takes[1], outcome.takes[2])
    #expect(last.timelineStart == rest.timelineStart + rest.frames)
    #expect(abs(Double(last.timelineStart) / 48_000 - 8) < 0.05)
    let refusals = refusals(outcome)
    #expect(refusals.contains(.takeWaits) && !refusals.contains(.takeRuns), "\(refusals)")
    let ended = outcome.events.last { if case .takeFinished = $0.event { true } else { false } }
    #expect(ended.map { abs($0.time - 13) < 0.3 } == true)
  }

  @Test(
    "a scheduled take that a hand ended stays ended",
    arguments: ["unplug = 1.0", "power-fails = 1.0"])
  func endedByHand(fault: String) throws {
    let outcome = try run(
      [at(1, for: 9)],
      scenario: SimulatedTakes.hand(3, "press = \"record\"") + SimulatedTakes.fault(4, fault),
      duration: 8)
    #expect(outcome.takes.map(\.end) == [.stopped])
    // Also when it is ended while it waits to go on.
    let waiting = try run(
      [at(1, for: 9)],
      scenario: SimulatedTakes.fault(3, "unplug = 2.0")
        + SimulatedTakes.hand(4, "press = \"record\""),
      duration: 8)
    #expect(waiting.takes.map(\.end) == [.captureEnded(.disconnected)])
    #expect(waiting.events.contains { $0.event == .calledOff })
  }

  @Test(
    "a take that is resumed at the start has the orientation in which the board is held",
    arguments: InputOrientation.allCases)
  func orientation(held: InputOrientation) throws {
    let outcome = try run(
      [at(-60, for: 62)], scenario: SimulatedTakes.hand(0, "turn = \"\(held.rawValue)\""),
      duration: 4)
    #expect(outcome.takes.map(\.plan.design.which.orientation) == [held])
    #expect(outcome.takes.first.map { $0.seconds > 1.9 } == true)
  }
}
