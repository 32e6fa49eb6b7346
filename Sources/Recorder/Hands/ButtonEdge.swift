import Boards

/// A button that went down or up, debounced.
package struct ButtonEdge: Sendable, Equatable {
  /// The button.
  package var button: ButtonName
  /// True when it went down, false when it went up.
  package var isPressed: Bool
  /// Seconds on the control clock.
  package var time: Double
  /// True if the button can no longer be read: the press is dropped without effect.
  package var isLost = false

  /// An edge from its parts.
  package init(button: ButtonName, isPressed: Bool, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.time = time
  }

  /// The end of a press whose release cannot be read.
  package static func lost(_ button: ButtonName, at time: Double) -> ButtonEdge {
    var edge = ButtonEdge(button: button, isPressed: false, time: time)
    edge.isLost = true
    return edge
  }
}
