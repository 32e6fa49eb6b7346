/// The sound, changes and levels that a session sends without a request.
final class CaptureOutlets: Sendable {
  /// The live sound.
  let feed = LiveFeed()
  /// The changes of the session.
  let changes = Broadcast<CaptureChange>()
  /// The levels of the session.
  let levels = Broadcast<Levels>()
  /// The interval between two readings of the levels, in seconds.
  let levelSeconds = 0.1

  /// Sends a change to its listeners.
  func tell(_ event: CaptureChange.Event) { changes.send(CaptureChange(event: event)) }

  /// Ends every sequence.
  func finish() {
    feed.finish()
    changes.finish()
    levels.finish()
  }
}
