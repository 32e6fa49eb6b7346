import Beamforming
import Boards
import SimulatedBoard

/// One sound of a take as `--json` prints it: angles in degrees and times in seconds, as the keys of `heard` say.
struct SceneReportFacts: Encodable {
  var source: Int
  var name: String
  var placed: Direction
  var lateralPlaced: Double
  var isTurnedAway: Bool
  var heard: Heard?
  var error: Double?
  var isOnCorrectSide: Bool?
  var skipped: String?

  init(_ row: TakeReport.Row) {
    source = row.source
    name = row.name
    placed = row.placed
    lateralPlaced = row.lateralPlaced
    isTurnedAway = row.isTurnedAway
    heard = row.heard
    error = row.error
    isOnCorrectSide = row.heard == nil ? nil : row.isOnCorrectSide
    skipped = row.skipped?.description
  }
}
