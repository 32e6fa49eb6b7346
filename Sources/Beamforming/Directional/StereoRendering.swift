/// The way in which stereo is made of microphones.
public enum StereoRendering: String, Sendable, Equatable, CaseIterable {
  /// Filters alone: what is added to them is nothing.
  case linear
  /// Filters, and a correction for the direction of every sound that comes from one.
  case directional
}
