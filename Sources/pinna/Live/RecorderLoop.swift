import Recorder

/// The control loop of a recorder on real hardware, the same for `run`, `record` and `monitor`.
///
/// `wait` is the only call that waits and `clock` the only source of time; the recorder itself works in
/// ``Recorder/Session/tick(_:)``.
struct RecorderLoop {
  /// The work beside the session at every turn (displays, keys, the end); true to go on.
  typealias Turn = (_ now: Double, _ events: [SessionEvent]) throws -> Bool

  /// Seconds between two turns without events: a key is noticed at once, and 20 wake-ups a second cost little.
  static let turnSeconds = 0.05

  let session: Session
  /// Seconds on the control clock.
  let clock: () -> Double
  /// Waits the given number of seconds, or less when a contact changes or a signal comes.
  let wait: (Double) -> Void
  var lights: LightShow

  /// Arms the recorder.
  ///
  /// - Throws: ``Recorder/SessionFault`` when it cannot be armed; the session retries by itself in the loop.
  func arm() throws(SessionFault) { try session.arm(clock()) }

  /// Runs until a turn is the last.
  ///
  /// - Parameter isStarting: true while the recorder is still preparing itself, which its lights show.
  mutating func run(isStarting: () -> Bool = { false }, turn: Turn) throws {
    while true {
      let now = clock()
      session.tick(now)
      let events = session.drainEvents()
      let change = lights.show(events, of: session, isStarting: isStarting(), at: now)
      guard try turn(now, events) else { return }
      let due = min(change ?? .infinity, session.settlesAt ?? .infinity)
      wait(min(Self.turnSeconds, max(0, due - now)))
    }
  }

  /// Closes every file and the device, and switches the lights off.
  ///
  /// - Returns: the events on the way.
  func shutDown(end: TakeEnd) -> [SessionEvent] {
    session.shutDown(end: end)
    lights.darken()
    return session.drainEvents()
  }
}
