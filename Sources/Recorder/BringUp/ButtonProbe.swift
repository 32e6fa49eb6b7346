import Boards

/// What the line of a button did while it was watched.
public struct ButtonReport: Sendable, Equatable {
  /// A change of the contact as the line had it, before any debouncing.
  public struct Edge: Sendable, Equatable {
    /// Whether the contact is closed after it.
    public var isPressed: Bool
    /// Seconds on the control clock.
    public var time: Double

    /// An edge from its parts.
    public init(isPressed: Bool, time: Double) {
      self.isPressed = isPressed
      self.time = time
    }
  }

  /// Which button.
  public var button: ButtonName
  /// Whether it was closed when the watch began; `nil` when the line cannot be read.
  public var isPressed: Bool?
  /// Its changes, in order.
  public var edges: [Edge]
  /// Why the line cannot be read.
  public var problem: HardwareProblem?

  /// A report from its parts.
  public init(
    button: ButtonName, isPressed: Bool?, edges: [Edge] = [], problem: HardwareProblem? = nil
  ) {
    self.button = button
    self.isPressed = isPressed
    self.edges = edges
    self.problem = problem
  }
}

/// The buttons of a board, for checks.
public protocol ButtonProbe: Sendable {
  /// Watches the lines of all buttons for so many seconds.
  ///
  /// - Returns: one report for every button of the board, in the order of ``ButtonName``.
  /// - Thread: control; waits.
  func watchButtons(seconds: Double) -> [ButtonReport]
}
