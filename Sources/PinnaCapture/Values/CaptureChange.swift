/// A change of a session.
public struct CaptureChange: Sendable, Equatable {
  /// The kinds of changes.
  public enum Event: Sendable, Equatable {
    /// Capturing has started.
    case activated(CaptureRoute)
    /// The data source or pattern changed.
    case route(CaptureRoute)
    /// The orientation of the board changed.
    case orientation(InputOrientation)
    /// The device or the storage is lost, or power fails; the session tries again.
    case interrupted(CaptureError)
    /// The device is back after an interruption.
    case deviceBack(CaptureRoute)
    /// A take started.
    case takeStarted(RunningTake)
    /// The take was paused, or resumed.
    case takePaused(Bool)
    /// A take is complete.
    case takeFinished(FinishedTake)
    /// A button press, or the continuation of a take, was refused.
    case refused(CaptureError)
    /// A notice for people, in a sentence.
    case notice(String)
  }

  /// The change.
  public var event: Event
  /// Changes missed before this one, because they were not read in time.
  public internal(set) var missed = 0
}
