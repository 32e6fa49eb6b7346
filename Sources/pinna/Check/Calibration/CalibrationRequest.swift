import Calibration
import Diagnostics

/// What the command line asks of a calibration.
struct CalibrationRequest {
  /// The whole command line.
  let arguments: Arguments
  /// The board file to write.
  let proposalPath: String
  /// The scenario of a simulated board; `nil` for a real one.
  let scenario: String?
  /// Whether sounds are asked for one by one also in a scenario.
  let isGuided: Bool
  /// Seconds to wait for a clap.
  let patience: Double
  /// Whether facts are for a program.
  let asJSON: Bool
}

extension CommandError {
  /// Why sounds do not say enough.
  init(_ refusal: CalibrationRefusal, source: String, board: String) {
    switch refusal {
    case .oneMicrophone, .unwritable: self.init("\(board): \(refusal)", .configuration)
    default: self.init("\(source): \(refusal)", .data)
    }
  }
}
