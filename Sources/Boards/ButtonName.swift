/// A button of a board.
public enum ButtonName: String, CaseIterable, Sendable, Codable {
  /// Starts and stops takes; a long press locks the buttons.
  case record
  /// Selects the data source; a long press selects the polar pattern.
  case source
  /// Sets a marker.
  case marker
  /// A switch that locks the buttons while it is closed.
  case lock
}
