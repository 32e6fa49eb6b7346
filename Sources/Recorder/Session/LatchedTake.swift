import Beamforming
import Boards

/// A take decided on but not started yet: everything that belongs to the instant of the press.
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
  /// True if the orientation was still unknown at the press.
  var isOrientationOpen: Bool
  /// True while record is still down: the take starts on its release.
  var isHeld = false
}

/// A take that starts automatically when the capture device is usable again.
struct TakeRestart: Sendable, Equatable {
  /// The data source of the ended take.
  var dataSource: Int
  /// Its pattern.
  var pattern: PolarPattern
  /// The reason for the new one.
  var reason: String?
  /// The entry of the schedule that started it.
  var due: Schedule.Due?
  /// Seconds that it still had to run.
  var secondsLeft: Double?
  /// True if the storage failed: nothing is tried before its answer.
  var waitsForStorage = false
  /// The time of the first attempt, on the control clock.
  var firstTry: Double?
  /// The last refusal.
  var refusal: SessionRefusal?

  /// Seconds for which the start of such a take is retried.
  static let seconds = 60.0
}

/// A running take, as a value.
struct OngoingTake: Sendable, Equatable {
  /// Its identity.
  var uid: String
  /// The time on the control clock from which a person could know of it: an earlier press was not meant for it.
  ///
  /// A continued take was there all along.
  var since = -Double.infinity
  /// Its data source.
  var dataSource: Int
  /// The requested pattern.
  var pattern: PolarPattern
  /// The reason for its start, if it was neither a person nor a schedule.
  var reason: String?
  /// The place of the request on the time line.
  var pressPlace: Int
  /// Frames before that place.
  var preRollFrames: Int
  /// Frames per second.
  var rate: Int
  /// Seconds from the press to its automatic end.
  var seconds: Double?
  /// True if loud sound started it, and quiet ends it.
  var isTriggered = false
  /// Its end, if the schedule started it.
  var scheduled: ScheduledEnd?
  /// Segments so far: one more than the number of resumptions.
  var segments = 1
  /// Microphones reported to have died in it.
  var died: Set<Int> = []
}

/// The end of a scheduled take.
struct ScheduledEnd: Sendable, Equatable {
  /// The entry of the schedule.
  var due: Schedule.Due
  /// The place on the time line.
  var place: Int
}
