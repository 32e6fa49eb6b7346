import Recorder

/// The parts of a recorder's control loop, for any machine; the host program runs the loop.
///
/// Only `wait` waits, and `clock` is the only source of time; the recorder itself works in
/// ``Recorder/Session/tick(_:)``.
package struct RecorderLoop {
  /// The interval between turns of the loop, in seconds, if no event comes first: short enough for an immediate
  /// response to a key; 20 wake-ups a second cost little.
  package static let turnSeconds = 0.05

  package let session: Session
  /// Returns the time on the control clock, in seconds.
  package let clock: () -> Double
  /// Waits for the given number of seconds, or until a contact changes or a signal arrives.
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
  /// - Throws: ``Recorder/SessionFault`` if the recorder cannot be armed; the session then retries on its own in the
  ///   loop.
  package func arm() throws(SessionFault) { try session.arm(clock()) }

  /// Lets the session work, and shows its state on the LEDs.
  ///
  /// - Parameter isStarting: true while the recorder is still starting up; the LEDs then show this instead of armed.
  /// - Returns: the events, and the time of the next LED change; `nil` for never.
  package mutating func tick(
    _ now: Double, isStarting: Bool
  ) -> (events: [SessionEvent], lightChange: Double?) {
    session.tick(now)
    let events = session.drainEvents()
    return (events, lights.show(events, of: session, isStarting: isStarting, at: now))
  }

  /// Closes all files and the capture device, and switches the LEDs off.
  ///
  /// - Returns: the events that occurred meanwhile.
  package func shutDown(end: TakeEnd) -> [SessionEvent] {
    session.shutDown(end: end)
    lights.darken()
    return session.drainEvents()
  }
}
