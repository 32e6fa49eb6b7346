/// What the line that says that power is failing did while it was watched.
public struct PowerReport: Sendable, Equatable {
  /// Whether it said so when the watch began; `nil` when it cannot be read.
  public var isFailing: Bool?
  /// How often it changed, before any debouncing.
  public var changes: Int
  /// Why it cannot be read.
  public var problem: HardwareProblem?

  /// A report from its parts.
  public init(isFailing: Bool?, changes: Int = 0, problem: HardwareProblem? = nil) {
    self.isFailing = isFailing
    self.changes = changes
    self.problem = problem
  }
}

/// The line of a board that says that power is failing, for checks.
public protocol PowerProbe: Sendable {
  /// Watches the line for so many seconds.
  ///
  /// - Returns: `nil` for a board without one.
  /// - Thread: control; waits.
  func watchPower(seconds: Double) -> PowerReport?
}
