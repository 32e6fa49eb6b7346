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
  /// Left and right as a pair of microphones delivers them: gains, delays and polarity corrected, nothing else.
  case plain
  /// Left and right as the sum and the difference of a mid signal and a sideways figure-of-eight, both coincident.
  case midSide = "mid-side"
  /// Horizontal first-order ambisonics in AmbiX order: W, Y, Z and X, with Z silent.
  case ambix

  /// The number of channels of a take with this pattern.
  public var channels: Int {
    if self == .ambix { return 4 }
    return hasLeftAndRight ? 2 : 1
  }

  /// True for the patterns with a left and a right channel.
  public var hasLeftAndRight: Bool {
    switch self {
    case .stereo, .plain, .midSide: true
    case .omni, .cardioid, .subcardioid, .ambix: false
    }
  }

  /// True for the patterns that distinguish left and right, and so depend on how the board is held.
  public var hasSides: Bool { hasLeftAndRight || self == .ambix }
}
