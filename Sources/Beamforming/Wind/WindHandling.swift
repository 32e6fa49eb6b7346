/// The way in which wind is handled.
public enum WindHandling: String, Sendable, Equatable, CaseIterable {
  /// Wind is reduced whenever there is any.
  case auto
  /// Wind is left unchanged.
  case off
}
