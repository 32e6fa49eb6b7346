import Boards
import Realtime
import TakeFiles

/// An input to the recorder's state machine, which is something that happens to the recorder.
enum RecorderInput: Sendable, Equatable {
  /// A button went down or up, at a place of the time line that is `nil` while nothing is captured.
  case edge(ButtonEdge, place: Int?)
  /// Time has passed, so that holds may have become long enough to act.
  ///
  /// The states of the buttons are certain up to this time.
  case time(known: Double)
  /// Pending work may continue: the device may be tried again, and waiting takes may start.
  case proceed
  /// The board reports that its supply is about to end, or that it no longer is.
  case power(isFailing: Bool)
  /// The capture device was opened.
  case deviceOpened
  /// The first frames of the opened device have arrived.
  case framesArrived
  /// The capture device could not be opened; `isThrown` is true if an error reports this to the caller.
  case deviceRefused(SessionFault, isThrown: Bool = false)
  /// The capture device stopped delivering.
  case deviceEnded(CaptureEnd)
  /// The device's channels are rotated by this many places from a place on, before which the take has this many frames.
  case rotated(by: Int, at: Int, frames: Int)
  /// Every microphone fell silent, and the device should be reopened.
  case fellSilent
  /// The storage failed.
  case storageFailed(TakeFileError)
  /// The storage is usable again.
  case storageRestored
  /// The storage is nearly full, so the take must end while its files can still be closed.
  case storageNearlyFull
  /// The take has progressed, or its storage has failed.
  case progress(hasFailed: Bool)
  /// The storage failed before the files of a take that had ended were closed.
  case closingFailed(uid: String)
  /// These microphones deliver nothing.
  case dead(Set<Int>)
  /// A schedule entry is due.
  case due(Schedule.Due)
  /// A take that was ordered has started.
  case started(TakeOrder, OngoingTake)
  /// A take that was ordered cannot be started.
  case startRefused(TakeOrder, SessionRefusal)
  /// The sound has become loud enough to start a take.
  case loud
  /// The sound is quiet again, so that a take started by loud sound ends.
  case quiet
  /// A program requests a take.
  case start
  /// A program ends the take.
  case stop(TakeEnd)
  /// A program pauses or resumes the take.
  case togglePause
  /// A program wants the take to be paused or resumed, which has no effect if it already is.
  case pause(Bool)
  /// A program sets a marker, which has a text or else a number.
  case mark(text: String? = nil)
  /// A program requests to borrow the capture device for a while.
  case lend(to: String)
  /// The program that borrowed the capture device no longer needs it.
  case reopenDevice
  /// There is nothing to do until the next scheduled take.
  case sleep
  /// There is something to do.
  case wake
}

/// An effect of an input, which is an action that the session must carry out.
enum RecorderEffect: Sendable, Equatable {
  /// Start a take; the session answers with ``RecorderInput/started(_:_:)`` or ``RecorderInput/startRefused(_:_:)``.
  case start(TakeOrder)
  /// End the take now, or at a place of the time line.
  case end(at: Int?, TakeEnd)
  /// Pause the take: end its open segment at a place.
  case pause(at: Int)
  /// Resume the take: begin a new segment at a place.
  case resume(at: Int)
  /// Set a marker at a place, with a text or else a number.
  case mark(at: Int, text: String? = nil)
  /// Note in the take that these microphones died.
  case noteDead(Set<Int>)
  /// Open the capture device.
  case openDevice
  /// Close the capture device.
  case closeDevice
  /// Choose the next data source.
  case selectSource
  /// Choose the next pattern.
  case selectPattern
  /// Choose the data source and the pattern of an earlier take.
  case choose(dataSource: Int, PolarPattern)
  /// Let loud sound start no take until it has been quiet, because a person has ended something.
  case waitForQuiet
  /// Request a copy of the takes.
  case copyTakes
  /// Request that the recorder's own Wi-Fi be opened, or closed if it is open.
  case switchWiFi
  /// Note that a person is present and has seen any failure shown so far.
  case acknowledge
  /// Report an event.
  case tell(SessionEvent)
  /// Tell a program that its request is refused.
  case refuse(SessionRefusal)
}

/// An order for a take.
struct TakeOrder: Sendable, Equatable {
  /// The origin of an order for a take.
  enum Purpose: Sendable, Equatable {
    /// A press of the record button.
    case hand
    /// A request of a program.
    case program
    /// The continuation of an earlier take.
    case restart(TakeRestart)
    /// An entry of the schedule that is due.
    case due(Schedule.Due)
    /// The level of the sound.
    case level
  }

  /// The origin of this order.
  var purpose: Purpose
  /// The choices latched for the take; `nil` to use the choices in force when it starts.
  var latched: LatchedTake?

  /// True if the level of the sound requests the take.
  var isTriggered: Bool { purpose == .level }

  /// True if a person or a program requests the take.
  var isAskedFor: Bool { purpose == .hand || purpose == .program }

  /// True if the take continues an earlier one.
  var isContinuation: Bool { if case .restart = purpose { true } else { false } }

  /// The reason for which the take starts, if it continues an earlier one; otherwise `nil`.
  var reason: String? { if case .restart(let restart) = purpose { restart.reason } else { nil } }

  /// The due entry of the schedule to which the take belongs; `nil` if it belongs to none.
  var due: Schedule.Due? {
    switch purpose {
    case .restart(let restart): restart.due
    case .due(let due): due
    case .hand, .program, .level: nil
    }
  }
}

extension RecorderInput {
  /// True if the input may latch a take, so that the storage must be asked whether it accepts one.
  var canLatch: Bool { if case .edge = self { true } else { false } }
}

/// The circumstances in which an input comes.
struct Moment: Sendable {
  /// Seconds on the control clock.
  var time: Double
  /// The time of day; `nil` if the input does not need it.
  var wall: WallTime?
  /// The number of frames on the time line so far.
  var captured: Int
  /// How the board is held, and which choices are in force.
  var controls: Controls
  /// The reason why the storage does not accept a new take; `nil` if it accepts one.
  var refusal: SessionRefusal?
  /// True if the files of all earlier takes are closed.
  var isEverythingClosed = true
  /// The number of frames of the running take so far.
  var takeFrames = 0
  /// The name of the running take; `nil` until its first file is created.
  var takeName: String?
  /// Seconds before this moment from which memory holds the sound that a new take may have.
  var heldSeconds = 0.0

  /// The latched take that results from a request at this moment.
  var latch: LatchedTake { controls.latch(at: time, captured) }

  /// Returns the seconds until the end of a due schedule entry; 0 if the time of day is unknown.
  func secondsLeft(of due: Schedule.Due) -> Double {
    guard let wall else { return 0 }
    return due.endSeconds - wall.epochSeconds
  }

  /// Returns true if a due schedule entry is over, and memory no longer holds any of its sound.
  func isLost(_ due: Schedule.Due) -> Bool { secondsLeft(of: due) + heldSeconds <= 0 }
}
