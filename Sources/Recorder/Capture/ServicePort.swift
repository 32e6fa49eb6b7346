/// A message of a recorder to the program that keeps it running.
package enum ServiceNotice: Sendable, Equatable {
  /// It works: it captures, or says what is wrong and tries again.
  case ready
  /// It is as well as ``Watchdog`` says.
  case alive
  /// Its activity, in a few words.
  case status(String)
  /// It was asked to stop and closes its takes.
  case stopping
}

/// The program that keeps a recorder running, such as systemd.
package protocol ServicePort: Sendable {
  /// Seconds within which it wants to hear ``ServiceNotice/alive`` again; `nil` when it does not.
  var watchdogSeconds: Double? { get }

  /// Tells it something; nothing waits for it, and nothing happens when it does not listen.
  ///
  /// - Returns: true when it was taken; important messages are told again.
  @discardableResult
  func tell(_ notice: ServiceNotice) -> Bool
}

/// The rule for a recorder's signs of life: none while it claims to capture and no frame comes.
///
/// A turn of the control loop alone proves little: the loop turns as well beside a capture thread that hangs. A
/// recorder without a device is alive as long as its loop turns, because it says so and tries again. So is one whose
/// storage stalls for longer than the ring holds: it drops frames, counts them, and goes on with a gap of their length.
package struct Watchdog: Sendable {
  /// Seconds between two signs of life.
  package let seconds: Double
  private var nextSign = 0.0
  /// Frames that had arrived at the last sign.
  private var frames: Int?

  /// A watchdog that must be heard within so many seconds.
  ///
  /// - Source: sd_watchdog_enabled(3): a sign should be given every half of the time.
  package init(limitSeconds: Double) {
    seconds = limitSeconds / 2
  }

  /// True when a sign of life is due, and the recorder is alive.
  ///
  /// - Parameters:
  ///   - now: seconds on the control clock.
  ///   - arrived: frames that the device gave or lost so far; `nil` while no device is open.
  package mutating func isSignDue(_ now: Double, arrived: Int?) -> Bool {
    guard now >= nextSign, arrived == nil || arrived != frames else { return false }
    nextSign = now + seconds
    frames = arrived
    return true
  }
}
