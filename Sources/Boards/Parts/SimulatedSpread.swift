import TOML

/// The deviations of a simulated board from a perfect board; the table `[simulation]`.
///
/// All errors are standard deviations (one sigma) of values drawn from a seeded generator.
public struct SimulatedSpread: KeyedTable, Equatable {
  /// The self-noise of each microphone in dBFS(A).
  @Key("noise", -160...0, "dBFS(A)") public var noise = -91.0
  /// The error of gains in decibels.
  @Key("gain-error", 0...20, "dB") public var gainError = 0.0
  /// The error of phases in degrees, the same at all frequencies.
  @Key("phase-error", 0...90, "degrees") public var phaseError = 0.0
  /// The error of positions in metres, along each axis.
  @Key("position-error", KeyRule.number(0...10, "mm").map { $0 / 1000 }) public var positionError =
    0.0

  /// Creates a board with the default self-noise and no errors.
  public init() {}

  /// Creates deviations from their parts.
  public init(
    noise: Double, gainError: Double = 0, phaseError: Double = 0, positionError: Double = 0
  ) {
    // The parts are set on a separate value, because Swift 6.0 cannot compile assignments to wrapped properties in a
    // second initialiser.
    var made = Self()
    made.noise = noise
    made.gainError = gainError
    made.phaseError = phaseError
    made.positionError = positionError
    self = made
  }
}
