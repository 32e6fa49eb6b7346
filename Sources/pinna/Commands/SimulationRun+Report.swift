import Boards
import Drawings
import Recorder
import SimulatedBoard

extension SimulationRun {
  /// Tells what came out.
  func report(_ outcome: Simulator.Outcome, asJSON: Bool) throws {
    if asJSON {
      try console.print(JSONOutput.text(SimulationFacts(scenario, board, outcome)))
      return
    }
    for note in outcome.notes { console.note("note: \(note)") }
    if outcome.takes.isEmpty {
      console.note("no take was made: the scenario presses no record button")
    }
  }
}

/// What came out of a simulation, for programs.
struct SimulationFacts: Encodable {
  struct Take: Encodable {
    var files: [String]
    var rawFiles: [String]
    var dataSource: String
    var orientation: String?
    var pattern: String
    var frames: Int
    var rate: Int
    var preRollFrames: Int
    var gaps: Int
    var gapFrames: Int
    var limitedFrames: Int
    var clippedSamples: Int
    var end: String
  }

  var scenario: String
  var board: String
  var takes: [Take]
  var notes: [String]

  init(_ scenario: Scenario, _ board: Board, _ outcome: Simulator.Outcome) {
    self.scenario = scenario.file
    self.board = board.id
    notes = outcome.notes.map(\.description)
    takes = outcome.takes.map { take in
      let design = take.plan.design
      return Take(
        files: take.files, rawFiles: take.rawFiles,
        dataSource: board.dataSources[design.which.dataSource].name,
        orientation: design.which.orientation?.rawValue, pattern: design.pattern.rawValue,
        frames: take.frames, rate: take.plan.grant.rate, preRollFrames: take.preRollFrames,
        gaps: take.gaps.count, gapFrames: take.gaps.reduce(0) { $0 + $1.frames },
        limitedFrames: take.limitedFrames, clippedSamples: take.clippedSamples,
        end: take.end.words)
    }
  }
}
