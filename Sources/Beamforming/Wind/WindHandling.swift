/// The handling of wind.
public enum WindHandling: String, Sendable, Equatable, CaseIterable {
  /// Wind is reduced if there is any.
  case auto
  /// Wind stays unchanged.
  case off
}
