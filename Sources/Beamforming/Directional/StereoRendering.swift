/// The method of making stereo from the microphones.
public enum StereoRendering: String, Sendable, Equatable, CaseIterable {
  /// The filters alone, without a correction.
  case linear
  /// The filters, and a correction for every sound that comes from one direction.
  case directional
}
