/// The reason why an array cannot make ambisonics.
public enum AmbisonicRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// There are fewer than three microphones, so they do not define a plane.
  case tooFewMicrophones(Int)
  /// The microphones lie on one line, so sounds from all around that line are indistinguishable.
  case onOneLine
  /// The microphones lie in a plane perpendicular to forward, as on an upright board: front and back are
  /// indistinguishable.
  case frontAndBackAlike
  /// The microphones lie in the plane of forward and up: left and right are indistinguishable.
  case leftAndRightAlike
  /// The body makes ambisonics possible, but its responses have not been computed yet.
  case bodyMissing
  /// A channel is inaccurate at 500 Hz.
  case weak(channel: String, agreement: Double, decibels: Double)

  /// The reason and the remedy, in words for users.
  public var description: String {
    switch self {
    case .tooFewMicrophones(let count):
      "ambisonics needs at least 3 microphones in a level plane, but only \(count) can be used"
    case .onOneLine:
      "its microphones are on one line, and it cannot distinguish the two sides of that line; "
        + "use at least 3 in a level plane"
    case .frontAndBackAlike:
      "its microphones are in one plane at right angles to forward, where front and back are the same, so X would be "
        + "silent; ambisonics needs a board that lies on a table"
    case .leftAndRightAlike:
      "its microphones are in the plane of forward and up, where left and right are the same, so Y would be "
        + "silent; ambisonics needs a board that lies on a table"
    case .bodyMissing:
      "it needs the responses of the body, which have not been computed yet; 'pinna design' computes them, and a "
        + "running recorder does so automatically"
    case .weak(let channel, let agreement, let decibels):
      "\(channel) agrees with the ideal to \(Self.percent(agreement)) % at 500 Hz and is "
        + "\(Self.percent(decibels / 100)) dB off in level (80 % and 3 dB are needed): its "
        + "microphones are too close together, or too far apart, in that direction"
    }
  }

  private static func percent(_ share: Double) -> Int { Int((100 * share).rounded()) }
}

extension ArrayGeometry {
  /// The reason why the positions of the microphones alone rule out ambisonics; `nil` if they do not.
  var ambisonicRefusal: AmbisonicRefusal? {
    if placed.count < 3 { return .tooFewMicrophones(placed.count) }
    if isLinear { return .onOneLine }
    if isMirroredFrontToBack { return .frontAndBackAlike }
    return isMirroredLeftToRight ? .leftAndRightAlike : nil
  }
}
