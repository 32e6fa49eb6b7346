import Recorder

/// The control loop of a recorder on real hardware, the same for `run`, `record` and `monitor`.
///
/// Everything that waits is `wait`, everything that knows the time is `clock`; what the recorder does is in
/// ``Recorder/Session/tick(_:)``.
struct RecorderLoop {
  /// What is done beside the session at every turn (shows, keys, the end), and whether to go on.
  typealias Turn = (_ now: Double, _ events: [SessionEvent]) throws -> Bool

  /// Seconds between two turns while nothing happens: a key is noticed at once, and 20 wake-ups a second cost little.
  static let turnSeconds = 0.05

  let session: Session
  /// Seconds on the control clock.
  let clock: () -> Double
  /// Waits so many seconds, or less when a contact moves or a signal comes.
  let wait: (Double) -> Void
  var lights: LightShow

  /// Arms the recorder.
  ///
  /// - Throws: ``Recorder/SessionFault``; the session tries again by itself in the loop.
  func arm() throws(SessionFault) { try session.arm(clock()) }

  /// Runs until a turn says that it is the last.
  ///
  /// - Parameter isStarting: whether the recorder is still preparing itself, which its lights show.
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

  /// Closes every file and the device, and puts the lights out.
  ///
  /// - Returns: what happened on the way.
  func shutDown(end: TakeEnd) -> [SessionEvent] {
    session.shutDown(end: end)
    lights.darken()
    return session.drainEvents()
  }
}
