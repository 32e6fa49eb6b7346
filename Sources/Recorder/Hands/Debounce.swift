/// Turns the edges of one bouncing contact into presses and releases.
///
/// It is a pure state machine of (state, level, time). A level counts once it has stayed for the debounce time, and
/// then it counts from the moment it began.
package struct Debounce: Sendable, Equatable {
  /// The debounce time: the seconds for which a level must stay the same before it counts.
  package let seconds: Double
  /// The level that counts at present.
  package private(set) var isPressed: Bool
  private var candidate: Bool
  private var since = 0.0

  /// Creates the state of a contact with a known level, which is released by default.
  package init(seconds: Double, isPressed: Bool = false) {
    self.seconds = seconds
    self.isPressed = isPressed
    candidate = isPressed
  }

  /// The time since which the contact has had another level than the one that counts; `nil` if it has the level that
  /// counts.
  package var undecidedSince: Double? { candidate == isPressed ? nil : since }

  /// The time at which a new level will count if it stays; `nil` if there is no new level.
  package var settlesAt: Double? { undecidedSince.map { $0 + seconds } }

  /// Takes an edge of the contact; returns the level that began to count before that edge, or `nil` if there is none.
  package mutating func edge(_ level: Bool, at time: Double) -> (isPressed: Bool, time: Double)? {
    let change = tick(time)
    if level != candidate {
      candidate = level
      since = time
    }
    return change
  }

  /// Returns a level that has stayed long enough to count by now, with the time at which it began; `nil` if there is
  /// none.
  package mutating func tick(_ time: Double) -> (isPressed: Bool, time: Double)? {
    guard candidate != isPressed, time - since >= seconds else { return nil }
    isPressed = candidate
    return (isPressed, since)
  }
}
