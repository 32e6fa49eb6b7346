import Recorder
import SimulatedBoard
import TakeFiles
import Testing

@Suite("A simulated board whose power fails")
struct PowerTests {
  @Test("the take is whole and ends there; a press meanwhile is refused, one afterwards is not")
  func fails() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(3, "power-fails = 2.0")
        + SimulatedTakes.hand(4, "press = \"record\"") + SimulatedTakes.take(from: 6, to: 7),
      duration: 8)
    #expect(outcome.takes.map(\.end) == [.powerFailing, .stopped])
    let first = try #require(outcome.takes.first)
    #expect(abs(first.seconds - 2.5) < 0.05)
    #expect(try takes.samples(first.files[0])[0].count == first.frames)
    #expect(try TakeFile.read(path: first.files[0]).metadata.end?.words == "power was failing")
    let refusals = outcome.events.compactMap { event in
      if case .refused(let refusal) = event.event { refusal } else { nil }
    }
    #expect(refusals == [.fault(.powerFailing)])
    let changes = outcome.events.filter {
      $0.event == .power(isFailing: true) || $0.event == .power(isFailing: false)
    }
    #expect(changes.map { ($0.time * 10).rounded() / 10 } == [3, 5])
    #expect(outcome.events.first { $0.event == .power(isFailing: true) }?.time == changes[0].time)
  }

  @Test("a supply that fails for good lets nothing start again")
  func forGood() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(2, "power-fails = true") + SimulatedTakes.take(from: 3, to: 4),
      duration: 5)
    #expect(outcome.takes.map(\.end) == [.powerFailing])
  }

  @Test("a scheduled take is refused, and says why")
  func schedule() throws {
    let takes = try SimulatedTakes()
    let scenario = try Scenario.parse(
      text: "board = \"test\"\nduration = 6.0\n" + SimulatedTakes.fault(1, "power-fails = true"),
      name: "power.toml")
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 0
    configuration.schedule = Schedule([
      ScheduledTake(start: .daily(secondOfDay: 19800, days: []), seconds: 60)
    ])
    var simulator = try Simulator(scenario: scenario, board: takes.board)
    // 2026-11-20, 05:29:57.
    simulator.start = WallTime(epochSeconds: 1_795_132_800 + 19797)
    let outcome = try simulator.run(configuration: configuration, filters: takes.filters)
    let refusals = outcome.events.compactMap { event in
      if case .scheduleRefused(_, let refusal) = event.event { refusal } else { nil }
    }
    #expect(refusals == [.fault(.powerFailing)])
    #expect(outcome.takes.isEmpty)
  }
}
