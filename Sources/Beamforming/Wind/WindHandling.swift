/// The handling of wind.
public enum WindHandling: String, Sendable, Equatable, CaseIterable {
  /// Wind is reduced where there is any.
  case auto
  /// Everything stays as it is.
  case off
}
