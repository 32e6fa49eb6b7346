/// The sensitivity of a data source as a function of direction.
public enum PolarPattern: String, CaseIterable, Sendable, Codable {
  /// Equally sensitive in all directions (mono).
  case omni
  /// Sensitivity 0.5 + 0.5 cos of the angle to forward (mono).
  case cardioid
  /// Sensitivity 0.7 + 0.3 cos of the angle to forward (mono).
  case subcardioid
  /// Left and right as the two ears of a head hear them.
  case stereo

  /// The number of channels of a take with this pattern.
  public var channels: Int { self == .stereo ? 2 : 1 }
}
