import Calibration
import Diagnostics

/// A calibration that the command line asks for.
struct CalibrationRequest {
  /// The arguments of the command line.
  let arguments: Arguments
  /// The path of the board file to write.
  let proposalPath: String
  /// The path of the scenario of a simulated board; `nil` for a real board.
  let scenario: String?
  /// True to ask for the sounds one by one even in a scenario.
  let isGuided: Bool
  /// Seconds to wait for a clap.
  let patience: Double
  /// True if the facts are to be printed for a program.
  let asJSON: Bool
}

extension CommandError {
  /// The error for sounds that are not sufficient.
  init(_ refusal: CalibrationRefusal, source: String, board: String) {
    switch refusal {
    case .oneMicrophone, .unwritable: self.init("\(board): \(refusal)", .configuration)
    default: self.init("\(source): \(refusal)", .data)
    }
  }
}
