import Recorder

/// The control loop of a recorder: the same for the commands and for programs that use it as a library.
///
/// `wait` is the only call that waits and `clock` the only source of time; the recorder itself works in
/// ``Recorder/Session/tick(_:)``.
package struct RecorderLoop {
  /// The work beside the session at every turn (displays, keys, the end); true to go on.
  package typealias Turn = (_ now: Double, _ events: [SessionEvent]) throws -> Bool

  /// Seconds between two turns without events: a key is noticed at once, and 20 wake-ups a second cost little.
  package static let turnSeconds = 0.05

  package let session: Session
  /// Seconds on the control clock.
  package let clock: () -> Double
  /// Waits the given number of seconds, or less when a contact changes or a signal comes.
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
  /// - Throws: ``Recorder/SessionFault`` when it cannot be armed; the session retries by itself in the loop.
  package func arm() throws(SessionFault) { try session.arm(clock()) }

  /// Runs until a turn is the last.
  ///
  /// - Throws: the error of a turn.
  ///
  /// - Parameter isStarting: true while the recorder is still preparing itself, which its lights show.
  package mutating func run(isStarting: () -> Bool = { false }, turn: Turn) throws {
    while true {
      let now = clock()
      guard let due = try step(now, isStarting: isStarting(), turn: turn) else { return }
      wait(min(Self.turnSeconds, max(0, due - now)))
    }
  }

  /// Makes one turn, and gives the time at which the next one is due at the latest; `nil` when it was the last.
  ///
  /// - Throws: the error of the turn.
  package mutating func step(_ now: Double, isStarting: Bool, turn: Turn) throws -> Double? {
    session.tick(now)
    let events = session.drainEvents()
    let change = lights.show(events, of: session, isStarting: isStarting, at: now)
    guard try turn(now, events) else { return nil }
    return min(change ?? .infinity, session.settlesAt ?? .infinity)
  }

  /// Closes every file and the device, and switches the lights off.
  ///
  /// - Returns: the events on the way.
  package func shutDown(end: TakeEnd) -> [SessionEvent] {
    session.shutDown(end: end)
    lights.darken()
    return session.drainEvents()
  }
}
