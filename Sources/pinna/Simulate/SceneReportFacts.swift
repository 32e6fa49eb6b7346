import Beamforming
import Boards
import SimulatedBoard

/// One sound of a take as `--json` prints it: angles in degrees and times in seconds.
///
/// All that has a side is positive to the RIGHT.
struct SceneReportFacts: Encodable {
  var source: Int
  var name: String
  var placed: Direction
  var lateralPlaced: Double
  var isTurnedAway: Bool
  var heard: HeardFacts?
  var error: Double?
  var isOnCorrectSide: Bool?
  var skipped: String?

  init(_ row: TakeReport.Row) {
    source = row.source
    name = row.name
    placed = row.placed
    lateralPlaced = row.lateralPlaced
    isTurnedAway = row.isTurnedAway
    heard = row.heard.map(HeardFacts.init)
    error = row.error
    isOnCorrectSide = row.heard == nil ? nil : row.isOnCorrectSide
    skipped = row.skipped?.description
  }
}

/// A sound as both ears hear it, with the signs of azimuth: positive to the RIGHT.
struct HeardFacts: Encodable {
  /// dBFS.
  var leftLevel: Double
  /// dBFS.
  var rightLevel: Double
  /// Decibels, right minus left.
  var levelDifference: Double
  /// Seconds, positive when the right ear is first.
  var timeDifference: Double
  /// Degrees, lateral.
  var azimuth: Double

  init(_ heard: Heard) {
    leftLevel = heard.leftLevel
    rightLevel = heard.rightLevel
    levelDifference = -heard.levelDifference
    timeDifference = -heard.timeDifference
    azimuth = heard.azimuth
  }
}
