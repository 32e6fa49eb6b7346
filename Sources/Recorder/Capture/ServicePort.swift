/// A message from a recorder to the program that keeps it running.
package enum ServiceNotice: Sendable, Equatable {
  /// The recorder works: it is capturing, or it has reported why it cannot and keeps trying.
  case ready
  /// The recorder is alive, as ``Watchdog`` defines it.
  case alive
  /// The recorder's current activity, in a few words.
  case status(String)
  /// The recorder was told to stop and is closing its takes.
  case stopping
}

/// The program that keeps a recorder running, such as systemd.
package protocol ServicePort: Sendable {
  /// Seconds within which the program expects the next ``ServiceNotice/alive``; `nil` if it expects none.
  var watchdogSeconds: Double? { get }

  /// Sends a message without waiting; if no program listens, the message is dropped.
  ///
  /// - Returns: true if the message was accepted; if not, the recorder sends important messages again.
  @discardableResult
  func tell(_ notice: ServiceNotice) -> Bool
}

/// The rule for a recorder's signs of life: it gives none while its device is open but no frames arrive.
///
/// That the control loop is running proves little: it keeps running even when the capture thread hangs. A recorder
/// without a device is alive as long as its loop runs, because it reports the missing device and keeps trying. A
/// recorder whose storage stalls for longer than the ring can hold is alive too: it drops frames, counts them, and
/// continues with a gap of their length.
package struct Watchdog: Sendable {
  /// Seconds between two signs of life.
  package let seconds: Double
  private var nextSign = 0.0
  /// The number of frames at the last sign of life.
  private var frames: Int?

  /// Creates a watchdog for a program that expects a sign within this many seconds.
  ///
  /// - Source: sd_watchdog_enabled(3): a sign should be given every half of that time.
  package init(limitSeconds: Double) {
    seconds = limitSeconds / 2
  }

  /// True if a sign of life is due and the recorder is alive; the sign then counts as given.
  ///
  /// - Parameters:
  ///   - now: seconds on the control clock.
  ///   - arrived: the number of frames delivered or lost so far; `nil` while no device is open.
  package mutating func isSignDue(_ now: Double, arrived: Int?) -> Bool {
    guard now >= nextSign, arrived == nil || arrived != frames else { return false }
    nextSign = now + seconds
    frames = arrived
    return true
  }
}
