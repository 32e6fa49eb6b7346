import Recorder

/// The contact of one button: kernel edges in, debounced edges out.
///
/// A pure state machine of (state, edges and level, time).
struct ButtonContact: Sendable, Equatable {
  /// Which button it is.
  let button: ButtonName
  private var debounce: Debounce
  /// Whether it was told last that it is down.
  private(set) var isDown: Bool

  /// A contact as it is found when its line is opened.
  ///
  /// A lock switch that is closed counts as closed from then on. A button that is held down was not pressed by somebody
  /// who saw the recorder ready: it counts from its next press.
  ///
  /// - Parameter wasLocked: whether it is a lock switch whose line was lost while it was closed; it may be open now.
  init(
    button: ButtonName, debounceSeconds: Double, isClosed: Bool, wasLocked: Bool = false,
    at time: Double
  ) {
    self.button = button
    isDown = wasLocked
    debounce = Debounce(
      seconds: debounceSeconds, isPressed: button == .lock ? wasLocked : isClosed)
    _ = debounce.edge(isClosed, at: time)
  }

  /// When the level that began last will count, in seconds on the control clock; `nil` when nothing is pending.
  var settlesAt: Double? { debounce.settlesAt }

  /// Takes in edges and gives those that are in force by now.
  ///
  /// - Parameters:
  ///   - edges: as the kernel saw them; the newest may be missing, because version 1 of its interface drops them when its
  ///     16 places are full.
  ///   - level: the level after them. When the edges say something else, it is believed from now on.
  mutating func take(_ edges: [GPIOLine.Edge], level: Bool?, at now: Double) -> [ButtonEdge] {
    var changes = edges.compactMap { debounce.edge($0.level, at: $0.time) }
    if let level, let change = debounce.edge(level, at: now) { changes.append(change) }
    if let change = debounce.tick(now) { changes.append(change) }
    return changes.compactMap { edge($0.isPressed, $0.time) }
  }

  /// The line is gone: a press is dropped, and a lock stays as it was.
  mutating func lose(at now: Double) -> [ButtonEdge] {
    guard button != .lock, isDown else { return [] }
    isDown = false
    return [.lost(button, at: now)]
  }

  /// A release counts only after a press that counted.
  private mutating func edge(_ isPressed: Bool, _ time: Double) -> ButtonEdge? {
    guard isPressed != isDown else { return nil }
    isDown = isPressed
    return ButtonEdge(button: button, isPressed: isPressed, time: time)
  }
}
