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
    configuration.settings = try Settings.load(
      text: """
        take.directory = "\(takes.folder.path)"
        place = { latitude = 1.5, longitude = -2.0, name = "here" }
        """, name: "settings")
    configuration.form.preRollSeconds = 1
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
      let expected = 1_795_132_800_000_000 + 1_000_000 + pair.frame * 1_000_000 / metadata.rate
      #expect(abs(pair.microseconds - expected) <= 25_000, "\(pair)")
    }
  }

  @Test("a card that is faster or slower than the clock is told by the pairs, to some microseconds")
  func drift() throws {
    for parts in [-15.0, 15] {
      let metadata = try run(
        "[hardware.capture]\nclock = \(parts)\n" + SimulatedTakes.take(from: 2, to: 245),
        duration: 247)
      let pairs = try #require(metadata.clockPairs)
      let line = try #require(pairs.line)
      #expect(abs(line.drift - parts) < 0.05 && line.driftError < 1)
      #expect(pairs.error < 50)
      // The take began a second before its press, by frames of this card.
      for pair in pairs.pairs(rate: metadata.rate) {
        let seconds = Double(pair.frame) / Double(metadata.rate) / (1 + parts * 1e-6)
        #expect(abs(Double(pair.microseconds) - line.start - 1e6 * seconds) < 20)
      }
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
    #expect(abs(pairs[1].microseconds - pairs[0].microseconds - 78_800_000) < 200_000)
  }
}
