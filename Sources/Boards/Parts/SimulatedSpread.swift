/// The deviations of a simulated board from a perfect one.
///
/// All errors are one sigma, drawn from a seed.
public struct SimulatedSpread: Sendable, Equatable {
  /// dBFS(A) of self-noise per microphone.
  public var noise: Double
  /// Decibels.
  public var gainError: Double
  /// Degrees, the same at all frequencies.
  public var phaseError: Double
  /// Metres per axis.
  public var positionError: Double

  /// A simulation from its parts.
  public init(
    noise: Double = -91, gainError: Double = 0, phaseError: Double = 0, positionError: Double = 0
  ) {
    self.noise = noise
    self.gainError = gainError
    self.phaseError = phaseError
    self.positionError = positionError
  }
}
