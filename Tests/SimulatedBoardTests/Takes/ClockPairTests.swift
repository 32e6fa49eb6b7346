import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// The place and the clock in the files of takes of the simulated board.
@Suite struct ClockPairTests {
  private func run(
    _ scenario: String, duration: Double, rate: Double? = nil
  ) throws -> TakeMetadata {
    let takes = try SimulatedTakes()
    let text = "board = \"test\"\nduration = \(duration)\n" + scenario
    let parsed = try Scenario.parse(text: text, name: takes.folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 1
    configuration.place = Place(latitude: 1.5, longitude: -2, name: "here")
    var simulator = try Simulator(scenario: parsed, board: takes.board)
    simulator.start = WallTime(epochSeconds: 1_795_132_800, utcOffsetSeconds: 3600)
    let outcome = try simulator.run(configuration: configuration, filters: takes.filters)
    let take = try #require(outcome.takes.first)
    return try TakeFile.read(path: #require(take.files.first)).metadata
  }

  @Test("a take has a pair at its first frame and one a minute, and they are those of the clock")
  func minutes() throws {
    let metadata = try run(SimulatedTakes.take(from: 2, to: 125), duration: 127)
    #expect(metadata.place == Place(latitude: 1.5, longitude: -2, name: "here"))
    #expect(metadata.utcOffsetSeconds == 3600)
    let pairs = try #require(metadata.clockPairs).pairs(rate: metadata.rate)
    #expect(pairs.map(\.frame) == [0, 60 * metadata.rate, 120 * metadata.rate])
    for pair in pairs {
      // The take begins a second before the press, which is known when its contact is still.
      let expected = 1_795_132_800_000 + 1000 + pair.frame * 1000 / metadata.rate
      #expect(abs(pair.milliseconds - expected) <= 25, "\(pair)")
    }
  }

  @Test(
    "a pause shows as a pair that jumps: of the twenty seconds the first hold lasts 1.2 before it pauses"
  )
  func pause() throws {
    let metadata = try run(
      SimulatedTakes.take(from: 2, to: 100)
        + SimulatedTakes.hand(10, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.hand(30, "press = \"source\"\nfor = 1.6"), duration: 102)
    let pairs = try #require(metadata.clockPairs).pairs(rate: metadata.rate)
    #expect(pairs.count == 2)
    #expect(abs(pairs[1].milliseconds - pairs[0].milliseconds - 78_800) < 200)
  }
}
