import Boards

/// A debounced change of a button, which went down or up.
package struct ButtonEdge: Sendable, Equatable {
  /// The button.
  package var button: ButtonName
  /// True if the button went down, false if it went up.
  package var isPressed: Bool
  /// The time of the change, in seconds on the control clock.
  package var time: Double
  /// True if the button can no longer be read, so that its press is dropped without effect.
  package var isLost = false

  /// Creates the edge that ends a press whose release cannot be read.
  package static func lost(_ button: ButtonName, at time: Double) -> ButtonEdge {
    ButtonEdge(button: button, isPressed: false, time: time, isLost: true)
  }
}
