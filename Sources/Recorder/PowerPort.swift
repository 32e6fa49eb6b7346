/// The line of a board that says that power is failing.
public protocol PowerPort: Sendable {
  /// Whether the supply is about to end; `nil` while the line cannot be read.
  ///
  /// - Thread: control.
  func isFailing() -> Bool?
}
