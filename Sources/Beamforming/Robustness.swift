/// What mismatch between the microphones does to a design.
public struct Robustness: Sendable, Equatable, Codable {
  /// Standard deviation of the gains, decibels.
  public var gainError = 0.5
  /// Standard deviation of the phases, degrees.
  public var phaseError = 1.0
  /// Mean error of the interaural level difference after mismatch, decibels; `nil` for mono.
  public var ildError: Double?
  /// Mean error of the interaural time difference after mismatch, microseconds; `nil` for mono.
  public var itdErrorMean: Double?
  /// Broadband front to back after mismatch, decibels.
  public var broadbandFrontToBack = 0.0

  /// Results that are still to be filled in.
  public init() {}
}
