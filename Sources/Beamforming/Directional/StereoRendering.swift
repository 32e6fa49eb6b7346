/// The method of making stereo from microphones.
public enum StereoRendering: String, Sendable, Equatable, CaseIterable {
  /// Filters alone, without a correction.
  case linear
  /// Filters, and a correction for the direction of every directional sound.
  case directional
}
