import TOML

/// The deviations of a simulated board from a perfect one: the table `[simulation]`.
///
/// All errors are one sigma, drawn from a seeded generator.
public struct SimulatedSpread: KeyedTable, Equatable {
  /// The self-noise per microphone in dBFS(A).
  @Key("noise", -160...0, "dBFS(A)") public var noise = -91.0
  /// Decibels.
  @Key("gain-error", 0...20, "dB") public var gainError = 0.0
  /// Degrees, the same at all frequencies.
  @Key("phase-error", 0...90, "degrees") public var phaseError = 0.0
  /// Metres per axis.
  @Key("position-error", KeyRule.number(0...10, "mm").map { $0 / 1000 }) public var positionError =
    0.0

  /// The default self-noise, and no errors.
  public init() {}

  /// A simulation from its parts.
  public init(
    noise: Double, gainError: Double = 0, phaseError: Double = 0, positionError: Double = 0
  ) {
    // By a value of its own: Swift 6.0 cannot compile wrapped properties behind another initialiser.
    var made = Self()
    made.noise = noise
    made.gainError = gainError
    made.phaseError = phaseError
    made.positionError = positionError
    self = made
  }
}
