import Boards
import Calibration
import Diagnostics

/// A calibration with its proposal, and where both board files are.
struct CalibrationOutcome {
  /// What was found.
  let found: ArrayCalibration
  /// The board file that was written.
  let proposal: CalibrationProposal
  /// What that does for the separation of left and right; `nil` where that cannot be told.
  let separation: CalibrationSeparation?
  /// The file that was calibrated.
  let boardPath: String
  /// The file that was written.
  let proposalPath: String
  /// The scenario whose board was heard; `nil` for a real one and for a recording.
  let scenarioPath: String?

  /// The microphones as they were and as they are proposed, with what is known about them.
  var microphones: [(before: Microphone, after: Microphone, found: ArrayCalibration.Microphone)] {
    found.board.microphones.indices.map {
      (found.board.microphones[$0], proposal.board.microphones[$0], found.microphones[$0])
    }
  }
}
