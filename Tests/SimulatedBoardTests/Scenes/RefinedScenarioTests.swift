import Beamforming
import Boards
import Recorder
import SimulatedBoard
import TestSupport
import Testing

/// Takes of scenarios have refined filters where the store refines, however quick the machine is.
@Suite struct RefinedScenarioTests {
  private static let turns =
    SimulatedTakes.hand(0.5, "turn = \"landscapeRight\"") + SimulatedTakes.take(from: 2, to: 3)

  private func simulator(_ scenario: String) throws -> Simulator {
    let text = "board = \"test\"\nduration = 8\n" + scenario
    return try Simulator(
      scenario: Scenario.parse(text: text, name: "scenario.toml"), board: SimulatedTakes.board())
  }

  private func cases(
    _ scenario: String, configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> [Board.Case] {
    var configuration = SessionConfiguration(board: SimulatedTakes.board(), directory: "/tmp")
    configure(&configuration)
    return try simulator(scenario).likelyCases(configuration)
  }

  @Test("the cases that will be needed are those in which record is pressed")
  func likelyCases() throws {
    let turned = Board.Case(dataSource: 0, orientation: .landscapeRight)
    #expect(try cases(Self.turns) == [turned])
    #expect(try cases("").isEmpty)
    #expect(
      try cases(Self.turns) { $0.orientation = .portrait } == [
        Board.Case(dataSource: 0, orientation: .portrait)
      ])
    #expect(
      try cases(Self.turns) { $0.dataSource = "Front" } == [
        Board.Case(dataSource: 1, orientation: .landscapeRight)
      ])
  }

  @Test("a source that is chosen, and a turn shortly before the press, are among them")
  func uncertain() throws {
    let chosen = SimulatedTakes.hand(0.7, "press = \"source\"")
    let first = try cases(Self.turns + chosen).first
    #expect(first == Board.Case(dataSource: 1, orientation: .landscapeRight))
    let late = SimulatedTakes.hand(1.6, "turn = \"portraitUpsideDown\"")
    #expect(
      Set(try cases(Self.turns + late)) == [
        Board.Case(dataSource: 0, orientation: .portraitUpsideDown),
        Board.Case(dataSource: 0, orientation: .landscapeRight),
      ])
  }

  @Test("a take waits for its refined filters, also when they were not prepared")
  func waits() throws {
    let folder = try TemporaryDirectory()
    let board = SimulatedTakes.board()
    let filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(taps: 64), refines: true,
      cacheDirectory: nil)
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.form.preRollSeconds = 0
    let outcome = try simulator(Self.turns).run(configuration: configuration, filters: filters)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.isRefined)
    #expect(filters.refinedCount == 1)
    #expect(abs(take.seconds - 1) < 0.05)
  }
}
