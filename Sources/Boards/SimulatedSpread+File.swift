import TOML

extension SimulatedSpread {
  /// Reads the table `[simulation]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> Simulation {
    var result = SimulatedSpread()
    guard let table else { return result }
    result.noise = try table.double("noise", in: -160...0, unit: "dBFS(A)") ?? result.noise
    result.gainError = try table.double("gain-error", in: 0...20, unit: "dB") ?? result.gainError
    result.phaseError =
      try table.double("phase-error", in: 0...90, unit: "degrees") ?? result.phaseError
    if let value = try table.double("position-error", in: 0...10, unit: "mm") {
      result.positionError = value / 1000
    }
    return result
  }
}
