import Beamforming
import Boards
import SimulatedBoard

/// One sound of a take in the form for `--json`, with angles in degrees and times in microseconds.
///
/// All values that have a side are positive to the RIGHT.
struct LocalizedSound: Encodable {
  var index: Int
  var name: String
  var placed: Direction
  var lateralPlaced: Double
  var isTurnedAway: Bool
  var heard: BinauralCues?
  /// The same sound in the take that was rendered the other way; `nil` if there is none.
  var other: BinauralCues?
  var azimuthError: Double?
  var isOnCorrectSide: Bool?
  var skipped: String?

  init(_ row: TakeReport.Row) {
    index = row.source
    name = row.name
    // Adding 0 makes straight ahead 0, never -0.
    placed = Direction(azimuth: row.placed.azimuth + 0, elevation: row.placed.elevation + 0)
    lateralPlaced = row.lateralPlaced
    isTurnedAway = row.isTurnedAway
    heard = row.heard.map(BinauralCues.init)
    other = row.other.map(BinauralCues.init)
    azimuthError = row.error
    isOnCorrectSide = row.heard == nil ? nil : row.isOnCorrectSide
    skipped = row.skipped?.description
  }
}

/// How a sound reaches both ears; values that have a side are positive to the RIGHT, like azimuth.
struct BinauralCues: Encodable {
  /// The level in the left ear in dBFS.
  var leftLevel: Double
  /// The level in the right ear in dBFS.
  var rightLevel: Double
  /// The level difference in decibels, right minus left.
  var levelDifference: Double
  /// The time difference in microseconds, positive if the sound reaches the right ear first.
  var timeDifferenceMicroseconds: Double
  /// The lateral angle in degrees.
  var azimuth: Double
  /// The azimuth over the full circle in degrees, for ambisonics; `nil` for two ears.
  var around: Double?

  init(_ heard: Heard) {
    leftLevel = heard.leftLevel
    rightLevel = heard.rightLevel
    // Subtracting from 0 makes no difference 0, never -0.
    levelDifference = 0 - heard.levelDifference
    timeDifferenceMicroseconds = 0 - heard.timeDifference * 1e6
    azimuth = heard.azimuth + 0
    around = heard.around.map { $0 + 0 }
  }
}
