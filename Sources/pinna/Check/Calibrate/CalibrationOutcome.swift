import Boards
import Calibration
import Diagnostics

/// A calibration with its proposal and the paths of both board files.
struct CalibrationOutcome {
  /// The calibration.
  let found: ArrayCalibration
  /// The proposed board file.
  let proposal: CalibrationProposal
  /// Its effect on the separation of left and right; `nil` if it is not known.
  let separation: CalibrationSeparation?
  /// The path of the calibrated file.
  let boardPath: String
  /// The path of the written file.
  let proposalPath: String
  /// The path of the scenario with the simulated board; `nil` for a real board and for a recording.
  let scenarioPath: String?

  /// The microphones before and after the calibration, with their measurements.
  var microphones: [(before: Microphone, after: Microphone, found: ArrayCalibration.Microphone)] {
    found.board.microphones.indices.map {
      (found.board.microphones[$0], proposal.board.microphones[$0], found.microphones[$0])
    }
  }
}
