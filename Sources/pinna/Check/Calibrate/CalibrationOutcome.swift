import Boards
import Calibration
import Diagnostics

/// A calibration, the board file that it proposes, and the paths of both board files.
struct CalibrationOutcome {
  /// The calibration.
  let found: ArrayCalibration
  /// The proposed board file.
  let proposal: CalibrationProposal
  /// The effect of the proposal on the separation of left and right; `nil` if it is not known.
  let separation: CalibrationSeparation?
  /// The path of the board file that was calibrated.
  let boardPath: String
  /// The path of the proposed board file, which was written.
  let proposalPath: String
  /// The path of the scenario of the simulated board; `nil` for a real board or a recording.
  let scenarioPath: String?

  /// The microphones as they were before and are after the calibration, with the measurements of each.
  var microphones: [(before: Microphone, after: Microphone, found: ArrayCalibration.Microphone)] {
    found.board.microphones.indices.map {
      (found.board.microphones[$0], proposal.board.microphones[$0], found.microphones[$0])
    }
  }
}
