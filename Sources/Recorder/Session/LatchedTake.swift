import Beamforming
import Boards

/// A take that was decided on but has not started yet, with everything that the instant of the press fixes.
struct LatchedTake: Sendable, Equatable {
  /// The time of the press, in seconds on the control clock.
  var time: Double
  /// The place of the press on the time line of the raw ring.
  var place: Int
  /// The case at the instant of the press.
  var which: Board.Case
  /// The pattern at the instant of the press.
  var pattern: PolarPattern
  /// The frequency of the low cut at the instant of the press, in hertz; `nil` for no low cut.
  var lowCutHertz: Double?
  /// True if the orientation was still unknown at the press.
  var isOrientationOpen: Bool
  /// True while the record button is still down; the take starts when it is released.
  var isHeld = false

  /// Moves the press back by this many seconds.
  mutating func move(secondsBack seconds: Double, rate: Int) {
    time -= seconds
    place -= Int((seconds * Double(rate)).rounded())
  }
}

/// A take that starts automatically, once the recorder can record again, to continue a take that a fault ended.
struct TakeRestart: Sendable, Equatable {
  /// The data source of the ended take.
  var dataSource: Int
  /// The pattern of the ended take.
  var pattern: PolarPattern
  /// The reason for which the new take starts.
  var reason: String?
  /// The due entry of the schedule that started the ended take; `nil` if the schedule did not start it.
  var due: Schedule.Due?
  /// The seconds that the ended take still had to run; `nil` if its length was not limited.
  var secondsLeft: Double?
  /// The place on the time line at which the ended take was interrupted; `nil` if the time line has started over since.
  var place: Int?
  /// True if the storage failed, so that nothing is tried until the files of earlier takes are closed.
  var waitsForStorage = false
  /// The time of the first attempt to start, on the control clock; `nil` before it.
  var firstTry: Double?
  /// The reason why the last attempt was refused; `nil` if none was.
  var refusal: SessionRefusal?

  /// Seconds for which the start of such a take is retried, unless the schedule started the ended one.
  static let seconds = 60.0
}

/// The facts about a running take that the state machine needs, as a value.
struct OngoingTake: Sendable, Equatable {
  /// The identity of the take.
  var uid: String
  /// The time on the control clock from which a person could know that the take was running: an earlier press was not
  /// meant for it.
  ///
  /// There is no such limit for a take that a person started or that continues another one.
  var since = -Double.infinity
  /// The data source of the take.
  var dataSource: Int
  /// The pattern that was requested for the take.
  var pattern: PolarPattern
  /// The reason for which the take started; `nil` if a person or a schedule started it.
  var reason: String?
  /// The place on the time line at which the take was requested.
  var pressPlace: Int
  /// Frames of the take before the place of the request.
  var preRollFrames: Int
  /// The number of frames per second.
  var rate: Int
  /// Seconds from the request to the automatic end of the take; `nil` if the take does not end automatically.
  var seconds: Double?
  /// True if loud sound started the take, so that quiet ends it.
  var isTriggered = false
  /// The scheduled end of the take; `nil` if the schedule did not start it.
  var scheduled: ScheduledEnd?
  /// The number of segments so far, which is one more than the number of times the take was resumed.
  var segments = 1
  /// The microphones that were reported to have died during the take.
  var died: Set<Int> = []
}

/// The end of a scheduled take.
struct ScheduledEnd: Sendable, Equatable {
  /// The due entry of the schedule that started the take.
  var due: Schedule.Due
  /// The place on the time line where the take ends.
  var place: Int
}
