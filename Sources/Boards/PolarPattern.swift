/// The sensitivity of a data source as a function of direction.
public enum PolarPattern: String, CaseIterable, Sendable, Codable {
  /// A mono pattern that is equally sensitive in all directions.
  case omni
  /// A mono pattern with a sensitivity of 0.5 + 0.5 cos of the angle from forward.
  case cardioid
  /// A mono pattern with a sensitivity of 0.7 + 0.3 cos of the angle from forward.
  case subcardioid
  /// Left and right as the two ears of a head would hear them.
  case stereo
  /// Left and right from a pair of microphones, with only gains, delays and polarity corrected.
  case plain
  /// Left and right as the sum and the difference of a mid signal and a coincident sideways figure-of-eight.
  case midSide = "mid-side"
  /// Horizontal first-order ambisonics in AmbiX order: W, Y, Z and X, with Z silent.
  case ambix

  /// The number of channels of a take with this pattern.
  public var channels: Int {
    if self == .ambix { return 4 }
    return hasLeftAndRight ? 2 : 1
  }

  /// True for patterns with a left and a right channel.
  public var hasLeftAndRight: Bool {
    switch self {
    case .stereo, .plain, .midSide: true
    case .omni, .cardioid, .subcardioid, .ambix: false
    }
  }

  /// True for patterns that distinguish left from right, and therefore depend on the orientation of the board.
  public var hasSides: Bool { hasLeftAndRight || self == .ambix }
}
