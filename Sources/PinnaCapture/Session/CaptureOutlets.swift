/// Everything that a session sends by itself.
final class CaptureOutlets: Sendable {
  /// Live sound.
  let feed = LiveFeed()
  /// Changes.
  let changes = Broadcast<CaptureChange>()
  /// Levels.
  let levels = Broadcast<Levels>()
  /// Seconds between two readings of levels.
  let levelSeconds = 0.1

  /// Sends a change.
  func tell(_ event: CaptureChange.Event) { changes.send(CaptureChange(event: event)) }

  /// Ends every sequence.
  func finish() {
    feed.finish()
    changes.finish()
    levels.finish()
  }
}
