/// A change of a session.
public struct CaptureChange: Sendable, Equatable {
  /// The kinds of change.
  public enum Event: Sendable, Equatable {
    /// Capturing has started.
    case activated(CaptureRoute)
    /// The data source or the pattern changed.
    case route(CaptureRoute)
    /// The orientation of the board changed.
    case orientation(InputOrientation)
    /// The device or the storage is lost, or the power fails; the session tries again automatically.
    case interrupted(CaptureError)
    /// The device is back after an interruption, with these choices in force.
    case deviceBack(CaptureRoute)
    /// A take started.
    case takeStarted(RunningTake)
    /// The take was paused or resumed.
    case takePaused(Bool)
    /// A take has ended, and its files are closed.
    case takeFinished(FinishedTake)
    /// A press of a button, or the continuation of a take, was refused.
    case refused(CaptureError)
    /// A message for people, as a sentence.
    case notice(String)
  }

  /// The change itself.
  public var event: Event
  /// The number of changes missed before this one, because they were not read in time.
  public internal(set) var missed = 0
}
