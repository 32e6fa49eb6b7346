import TOML

/// The spread of a board's microphones around the values in its file, as standard deviations.
public struct Mismatch: Sendable, Equatable, Codable {
  /// The standard deviation of gain in decibels.
  public var gainError: Double
  /// The standard deviation of phase in degrees.
  public var phaseError: Double

  /// Creates a mismatch from its parts.
  public init(gainError: Double, phaseError: Double) {
    self.gainError = gainError
    self.phaseError = phaseError
  }

  /// The default mismatch for a board whose file states none.
  ///
  /// - Source: the gains of real microphones from one batch differ by 0.66 dB (one sigma, six DPA 4060 in R3VIVAL and
  ///   the MEMS pairs next to them), and their phases by a degree; a calibration in the field determines them to within
  ///   0.2 dB and 0.4 degrees. `Robustness` computes the cost of each spread.
  public static func standard(for calibration: Calibration) -> Mismatch {
    switch calibration {
    case .nominal: Mismatch(gainError: 0.7, phaseError: 1)
    case .calibrated: Mismatch(gainError: 0.2, phaseError: 0.4)
    }
  }

  /// The allowed range in decibels.
  static let gainRange = 0.0...6.0
  /// The allowed range in degrees.
  static let phaseRange = 0.0...45.0

  /// Reads the errors in the table `[calibration]`; `nil` if it states none.
  ///
  /// If the table states only one of the two errors, the other takes its default.
  ///
  /// - Throws: `TOMLError` if a value is not a number, or out of range.
  static func read(
    _ table: TOMLTable?, _ calibration: Calibration
  ) throws(TOMLError) -> Mismatch? {
    let gain = try table?.double("gain-error", in: gainRange, unit: "dB")
    let phase = try table?.double("phase-error", in: phaseRange, unit: "degrees")
    if gain == nil && phase == nil { return nil }
    let usual = standard(for: calibration)
    return Mismatch(
      gainError: gain ?? usual.gainError, phaseError: phase ?? usual.phaseError)
  }
}
