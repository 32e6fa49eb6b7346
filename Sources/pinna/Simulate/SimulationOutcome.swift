import Boards
import Face
import Recorder
import SimulatedBoard

/// The outcome of a simulation in the form for programs.
struct SimulationOutcome: Encodable {
  /// One take of the simulation.
  struct Take: Encodable {
    var files: [String]
    var rawFiles: [String]
    var dataSource: String
    var orientation: String?
    var pattern: String
    var frames: Int
    var rate: Int
    var preRollSeconds: Double
    var gapCount: Int
    var gapFrames: Int
    var limitedFrames: Int
    var clippedSamples: Int
    var end: String
    var sounds: [LocalizedSound]
  }

  var scenario: String
  var board: String
  var takes: [Take]
  var notes: [String]
  /// How the hardware differs from what the filters assume, if the scenario defines the hardware.
  var hardware: String?
  var page: String?

  init(
    _ scenario: Scenario, _ board: Board, _ outcome: Simulator.Outcome, report: SceneReport,
    page: String?
  ) {
    self.scenario = scenario.file
    self.board = board.id
    self.page = page
    notes = outcome.notes.map(\.description) + (outcome.noTake.map { [$0] } ?? [])
    hardware = outcome.difference?.description
    takes = zip(outcome.takes, report.takes).map { take, heard in
      let design = take.plan.design
      return Take(
        files: take.files, rawFiles: take.rawFiles,
        dataSource: board.dataSources[design.which.dataSource].name,
        orientation: design.which.orientation?.rawValue, pattern: design.pattern.rawValue,
        frames: take.frames, rate: take.plan.grant.rate,
        preRollSeconds: TakeRecord.seconds(take.preRollFrames, take.plan.grant.rate),
        gapCount: take.gapTotals.count, gapFrames: take.gapTotals.frames,
        limitedFrames: take.limitedFrames, clippedSamples: take.clippedSamples,
        end: take.end.words, sounds: heard.rows.map(LocalizedSound.init))
    }
  }
}
