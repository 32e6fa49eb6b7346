/// Turns the edges of one bouncing contact into presses and releases.
///
/// A pure state machine of (state, level, time): a level counts once it has stayed for the debounce time, from the
/// moment it began.
package struct Debounce: Sendable, Equatable {
  /// Seconds for which a level must stay.
  package let seconds: Double
  /// The current level.
  package private(set) var isPressed: Bool
  private var candidate: Bool
  private var since = 0.0

  /// A contact with a known level; released by default.
  package init(seconds: Double, isPressed: Bool = false) {
    self.seconds = seconds
    self.isPressed = isPressed
    candidate = isPressed
  }

  /// The time since which the contact's level may differ from the current one; `nil` if it does not.
  package var undecidedSince: Double? { candidate == isPressed ? nil : since }

  /// The time at which a new level will count if it stays; `nil` if there is none.
  package var settlesAt: Double? { undecidedSince.map { $0 + seconds } }

  /// Takes an edge of the contact; returns the level that took effect before it, if any.
  package mutating func edge(_ level: Bool, at time: Double) -> (isPressed: Bool, time: Double)? {
    let change = tick(time)
    if level != candidate {
      candidate = level
      since = time
    }
    return change
  }

  /// Notices a level that has stayed long enough by now, with the time at which it began.
  package mutating func tick(_ time: Double) -> (isPressed: Bool, time: Double)? {
    guard candidate != isPressed, time - since >= seconds else { return nil }
    isPressed = candidate
    return (isPressed, since)
  }
}
