import Calibration
import Diagnostics

/// The command line's request for a calibration.
struct CalibrationRequest {
  /// The whole command line.
  let arguments: Arguments
  /// The board file to write.
  let proposalPath: String
  /// The scenario of a simulated board; `nil` for a real one.
  let scenario: String?
  /// True to ask for the sounds one by one in a scenario, too.
  let isGuided: Bool
  /// Seconds of patience for a clap.
  let patience: Double
  /// True if the facts are for a program.
  let asJSON: Bool
}

extension CommandError {
  /// The error for insufficient sounds.
  init(_ refusal: CalibrationRefusal, source: String, board: String) {
    switch refusal {
    case .oneMicrophone, .unwritable: self.init("\(board): \(refusal)", .configuration)
    default: self.init("\(source): \(refusal)", .data)
    }
  }
}
