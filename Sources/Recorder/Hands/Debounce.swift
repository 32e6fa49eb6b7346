/// Turns the edges of one bouncing contact into presses and releases.
///
/// A pure state machine of (state, level, time): a level counts when it has stayed for the debounce time; it then
/// counts from the moment it began.
package struct Debounce: Sendable, Equatable {
  /// Seconds that a level must stay.
  package let seconds: Double
  /// The level that is in force.
  package private(set) var isPressed: Bool
  private var candidate: Bool
  private var since = 0.0

  /// A contact whose level is known; released by default.
  package init(seconds: Double, isPressed: Bool = false) {
    self.seconds = seconds
    self.isPressed = isPressed
    candidate = isPressed
  }

  /// The time since which the contact may have another level than the one in force; `nil` when it has not.
  package var undecidedSince: Double? { candidate == isPressed ? nil : since }

  /// The time at which a level that has begun will count if it stays; `nil` when none has.
  package var settlesAt: Double? { undecidedSince.map { $0 + seconds } }

  /// Takes an edge of the contact; returns the level that came into force before it, if any.
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
