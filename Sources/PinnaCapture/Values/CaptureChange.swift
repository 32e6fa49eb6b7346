/// A change of a session.
public struct CaptureChange: Sendable, Equatable {
  /// The kinds of changes.
  public enum Event: Sendable, Equatable {
    /// The microphones are captured.
    case activated(CaptureRoute)
    /// Data source or pattern changed.
    case route(CaptureRoute)
    /// The board is held in another way.
    case orientation(InputOrientation)
    /// The device or the storage is lost, or power fails; it is tried again.
    case interrupted(CaptureError)
    /// The device is back after an interruption.
    case deviceBack(CaptureRoute)
    /// A take began.
    case takeStarted(RunningTake)
    /// The take was paused, or goes on.
    case takePaused(Bool)
    /// A take is complete.
    case takeFinished(FinishedTake)
    /// A button was pressed, or a take would have gone on, and that was refused.
    case refused(CaptureError)
    /// Something that a person should know, in a sentence.
    case notice(String)
  }

  /// The change.
  public var event: Event
  /// Changes that were left out before this one, because they were not taken in time.
  public internal(set) var missed = 0
}
