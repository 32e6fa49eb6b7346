/// The head whose ears are the target of the stereo image.
public enum Head: Sendable, Equatable {
  /// A rigid sphere with two ears (``SphericalHead``), which needs no data.
  case spherical
  /// A measured head; receiver 0 is the left ear, receiver 1 the right ear.
  case measured(ImpulseResponseSet)
}
