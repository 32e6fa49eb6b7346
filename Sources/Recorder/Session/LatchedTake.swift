import Beamforming
import Boards

/// A take that is decided on and not started yet: everything that belongs to the instant of the press.
struct LatchedTake: Sendable, Equatable {
  /// The press, in seconds on the control clock.
  var time: Double
  /// The press on the time line of the raw ring.
  var place: Int
  /// The case of that instant.
  var which: Board.Case
  /// The pattern of that instant.
  var pattern: PolarPattern
  /// The low cut of that instant in hertz; `nil` for none.
  var lowCutHertz: Double?
  /// True when the orientation was not known yet at the press.
  var isOrientationOpen: Bool
  /// True while record is still down: the take starts at its release.
  var isHeld = false
}

/// A take that starts by itself when the capture device can be used again.
struct TakeRestart: Sendable, Equatable {
  /// The data source of the take that ended.
  var dataSource: Int
  /// Its pattern.
  var pattern: PolarPattern
  /// The reason for the new one.
  var reason: String?
  /// The entry of the schedule that started it.
  var due: Schedule.Due?
  /// Seconds that it still had to last.
  var secondsLeft: Double?
  /// True when the storage failed: its answer is awaited before anything is tried.
  var waitsForStorage = false
  /// The time of the first try, on the control clock.
  var firstTry: Double?
  /// The last refusal.
  var refusal: SessionRefusal?

  /// Seconds for which a take is tried again that is to start by itself.
  static let seconds = 60.0
}

/// A take while it is made, as a value.
struct OngoingTake: Sendable, Equatable {
  /// Its identity.
  var uid: String
  /// The time on the control clock from which it was there for a person: a press of before was not meant for it.
  ///
  /// One that goes on was there all along.
  var since = -Double.infinity
  /// Its data source.
  var dataSource: Int
  /// The pattern that was asked for.
  var pattern: PolarPattern
  /// The reason for its start, when it was not by hands or a schedule.
  var reason: String?
  /// The place on the time line at which it was asked for.
  var pressPlace: Int
  /// Frames that lie before that.
  var preRollFrames: Int
  /// Frames per second.
  var rate: Int
  /// Seconds after the press at which it ends by itself.
  var seconds: Double?
  /// True when it began because it was loud, and ends when it is quiet.
  var isTriggered = false
  /// Its end, when the schedule started it.
  var scheduled: ScheduledEnd?
  /// Segments so far: one more than it was resumed.
  var segments = 1
  /// Microphones that were reported to have died in it.
  var died: Set<Int> = []
}

/// The end of a take that was started by the schedule.
struct ScheduledEnd: Sendable, Equatable {
  /// The entry of the schedule.
  var due: Schedule.Due
  /// The place on the time line.
  var place: Int
}
