import Boards
import TakeFiles

/// A button of the board.
public enum ButtonName: String, CaseIterable, Sendable, Codable {
  /// Starts and stops takes; held it locks.
  case record
  /// Selects the data source; held the polar pattern.
  case source
  /// Sets a marker.
  case marker
  /// A switch that locks while it is closed.
  case lock
}

/// A button that went down or up, debounced.
public struct ButtonEdge: Sendable, Equatable {
  /// Which one.
  public var button: ButtonName
  /// Down or up.
  public var isPressed: Bool
  /// Seconds on the control clock.
  public var time: Double
  /// Whether the button cannot be read any more: what was pressed is dropped, and means nothing.
  public var isLost = false

  /// An edge from its parts.
  public init(button: ButtonName, isPressed: Bool, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.time = time
  }

  /// The end of a press whose release nobody will hear.
  public static func lost(_ button: ButtonName, at time: Double) -> ButtonEdge {
    var edge = ButtonEdge(button: button, isPressed: false, time: time)
    edge.isLost = true
    return edge
  }
}

/// The hands on the board: its buttons and its accelerometer.
public protocol HandPort: Sendable {
  /// Edges since the last call, in order.
  ///
  /// - Thread: control.
  func pollButtons() -> [ButtonEdge]

  /// The acceleration in the device frame in g, or `nil` when there is no sensor or it does not answer.
  ///
  /// - Thread: control.
  func acceleration() -> Vector3?
}
