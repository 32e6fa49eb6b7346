/// A message of a recorder to the program that keeps it running.
package enum ServiceNotice: Sendable, Equatable {
  /// It works: it captures, or reports the problem and tries again.
  case ready
  /// It is alive by the rule of ``Watchdog``.
  case alive
  /// Its activity, in a few words.
  case status(String)
  /// It has to stop and closes its takes.
  case stopping
}

/// The program that keeps a recorder running, such as systemd.
package protocol ServicePort: Sendable {
  /// Seconds within which it expects the next ``ServiceNotice/alive``; `nil` if it expects none.
  var watchdogSeconds: Double? { get }

  /// Sends a message; nothing waits for it, and nothing happens if nobody listens.
  ///
  /// - Returns: true if it was accepted; important messages are sent again.
  @discardableResult
  func tell(_ notice: ServiceNotice) -> Bool
}

/// The rule for a recorder's signs of life: none while it claims to capture and no frame arrives.
///
/// A turning control loop alone proves little: it also turns beside a hanging capture thread. A recorder without a
/// device is alive as long as its loop turns, because it reports that and tries again. So is one whose storage stalls
/// for longer than the ring holds: it drops frames, counts them, and goes on with a gap of their length.
package struct Watchdog: Sendable {
  /// Seconds between two signs of life.
  package let seconds: Double
  private var nextSign = 0.0
  /// The frames at the last sign.
  private var frames: Int?

  /// A watchdog with this limit in seconds.
  ///
  /// - Source: sd_watchdog_enabled(3): a sign should be given every half of the time.
  package init(limitSeconds: Double) {
    seconds = limitSeconds / 2
  }

  /// True if a sign of life is due and the recorder is alive.
  ///
  /// - Parameters:
  ///   - now: seconds on the control clock.
  ///   - arrived: frames delivered or lost so far; `nil` while no device is open.
  package mutating func isSignDue(_ now: Double, arrived: Int?) -> Bool {
    guard now >= nextSign, arrived == nil || arrived != frames else { return false }
    nextSign = now + seconds
    frames = arrived
    return true
  }
}
