import Recorder

/// The parts of a recorder's control loop, on any machine; its host runs it.
///
/// `wait` is the only call that waits, and `clock` the only source of time; the recorder itself works in
/// ``Recorder/Session/tick(_:)``.
package struct RecorderLoop {
  /// Seconds between two turns without events: a key press is noticed at once, and 20 wake-ups a second cost little.
  package static let turnSeconds = 0.05

  package let session: Session
  /// Seconds on the control clock.
  package let clock: () -> Double
  /// Waits the given number of seconds, or less if a contact changes or a signal arrives.
  package let wait: (Double) -> Void
  private var lights: LightShow

  /// A loop from its parts.
  package init(
    session: Session, clock: @escaping () -> Double, wait: @escaping (Double) -> Void,
    lights: LightShow
  ) {
    self.session = session
    self.clock = clock
    self.wait = wait
    self.lights = lights
  }

  /// Arms the recorder.
  ///
  /// - Throws: ``Recorder/SessionFault`` if it cannot be armed; the session retries on its own in the loop.
  package func arm() throws(SessionFault) { try session.arm(clock()) }

  /// Lets the session work, and shows its state on the LEDs.
  ///
  /// - Parameter isStarting: true while the recorder is still starting up, shown on its LEDs.
  /// - Returns: the events, and the time of the next change of an LED; `nil` for never.
  package mutating func tick(
    _ now: Double, isStarting: Bool
  ) -> (events: [SessionEvent], lightChange: Double?) {
    session.tick(now)
    let events = session.drainEvents()
    return (events, lights.show(events, of: session, isStarting: isStarting, at: now))
  }

  /// Closes every file and the device, and switches the LEDs off.
  ///
  /// - Returns: the events on the way.
  package func shutDown(end: TakeEnd) -> [SessionEvent] {
    session.shutDown(end: end)
    lights.darken()
    return session.drainEvents()
  }
}
