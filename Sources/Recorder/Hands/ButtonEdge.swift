import Boards

/// A button that went down or up, debounced.
public struct ButtonEdge: Sendable, Equatable {
  /// The button.
  public var button: ButtonName
  /// True when it went down, false when it went up.
  public var isPressed: Bool
  /// Seconds on the control clock.
  public var time: Double
  /// True when the button cannot be read any more: the press is dropped, and means nothing.
  public var isLost = false

  /// An edge from its parts.
  public init(button: ButtonName, isPressed: Bool, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.time = time
  }

  /// The end of a press whose release cannot be read.
  public static func lost(_ button: ButtonName, at time: Double) -> ButtonEdge {
    var edge = ButtonEdge(button: button, isPressed: false, time: time)
    edge.isLost = true
    return edge
  }
}
