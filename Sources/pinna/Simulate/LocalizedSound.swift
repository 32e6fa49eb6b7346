import Beamforming
import Boards
import SimulatedBoard

/// One sound of a take in the form of `--json`: angles in degrees and times in seconds.
///
/// All values with a side are positive to the RIGHT.
struct LocalizedSound: Encodable {
  var index: Int
  var name: String
  var placed: Direction
  var lateralPlaced: Double
  var isTurnedAway: Bool
  var heard: BinauralCues?
  /// The same sound in the take rendered the other way.
  var other: BinauralCues?
  var error: Double?
  var isOnCorrectSide: Bool?
  var skipped: String?

  init(_ row: TakeReport.Row) {
    index = row.source
    name = row.name
    // Straight ahead is 0, not -0.
    placed = Direction(azimuth: row.placed.azimuth + 0, elevation: row.placed.elevation + 0)
    lateralPlaced = row.lateralPlaced
    isTurnedAway = row.isTurnedAway
    heard = row.heard.map(BinauralCues.init)
    other = row.other.map(BinauralCues.init)
    error = row.error
    isOnCorrectSide = row.heard == nil ? nil : row.isOnCorrectSide
    skipped = row.skipped?.description
  }
}

/// A sound at both ears; values are positive to the RIGHT, like azimuth.
struct BinauralCues: Encodable {
  /// Level in the left ear in dBFS.
  var leftLevel: Double
  /// Level in the right ear in dBFS.
  var rightLevel: Double
  /// Level difference in decibels, right minus left.
  var levelDifference: Double
  /// Time difference in seconds, positive if the right ear is first.
  var timeDifferenceSeconds: Double
  /// Lateral angle in degrees.
  var azimuth: Double
  /// Azimuth over the full circle in degrees, for ambisonics.
  var around: Double?

  init(_ heard: Heard) {
    leftLevel = heard.leftLevel
    rightLevel = heard.rightLevel
    // No difference is 0, not -0.
    levelDifference = 0 - heard.levelDifference
    timeDifferenceSeconds = 0 - heard.timeDifference
    azimuth = heard.azimuth + 0
    around = heard.around.map { $0 + 0 }
  }
}
