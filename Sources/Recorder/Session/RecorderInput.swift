import Boards
import Realtime
import TakeFiles

/// An input of a recorder: something that happens to it.
enum RecorderInput: Sendable, Equatable {
  /// A button went down or up, at a place of the time line; `nil` while nothing is captured.
  case edge(ButtonEdge, place: Int?)
  /// Time has passed: sufficiently long holds act. The buttons are known up to this time.
  case time(known: Double)
  /// Pending work may continue: the device is tried again, and takes due to start automatically start.
  case proceed
  /// The board reports that its supply is about to end, or no longer.
  case power(isFailing: Bool)
  /// The capture device was opened.
  case deviceOpened
  /// The first frames of the opened device have arrived.
  case framesArrived
  /// The capture device could not be opened.
  case deviceRefused(SessionFault)
  /// The capture device went away.
  case deviceEnded(CaptureEnd)
  /// The device's channels are rotated by this many places, from a place on; this many frames of the take lie before
  /// it.
  case rotated(by: Int, at: Int, frames: Int)
  /// Every microphone fell silent, and the device should be reopened.
  case fellSilent
  /// The storage failed.
  case storageFailed(TakeFileError)
  /// The storage is usable again.
  case storageRestored
  /// The take must end while it can still be closed.
  case storageNearlyFull
  /// The take continues, unless its storage failed.
  case progress(hasFailed: Bool)
  /// Microphones deliver nothing.
  case dead(Set<Int>)
  /// A schedule entry is due.
  case due(Schedule.Due)
  /// An ordered take has started.
  case started(TakeOrder, OngoingTake)
  /// An ordered take cannot be started.
  case startRefused(TakeOrder, SessionRefusal)
  /// It became loud enough for a take.
  case loud
  /// It is quiet again: a take started by loud sound ends.
  case quiet
  /// A program asks for a take.
  case start
  /// A program ends the take.
  case stop(TakeEnd)
  /// A program pauses or resumes the take.
  case togglePause
  /// A program wants the take paused or resumed; nothing happens if it already is.
  case pause(Bool)
  /// A program sets a marker, with a text or numbered.
  case mark(text: String? = nil)
  /// A program requests the capture device for a while.
  case lend(to: String)
  /// The program that borrowed the capture device no longer needs it.
  case reopenDevice
  /// There is nothing to do until the next scheduled take.
  case sleep
  /// There is something to do.
  case wake
}

/// An effect of an input: an action for the recorder.
enum RecorderEffect: Sendable, Equatable {
  /// Start a take; the answer is ``RecorderInput/started(_:_:)`` or ``RecorderInput/startRefused(_:_:)``.
  case start(TakeOrder)
  /// End the take, here or at a place of the time line.
  case end(at: Int?, TakeEnd)
  /// End the open segment of the take.
  case pause(at: Int)
  /// Begin a new segment.
  case resume(at: Int)
  /// Set a marker, with a text or numbered.
  case mark(at: Int, text: String? = nil)
  /// Note in the take that microphones died.
  case noteDead(Set<Int>)
  /// Open the capture device; report a failure if `isTold`.
  case openDevice(isTold: Bool)
  /// Close the capture device.
  case closeDevice
  /// Choose the next data source.
  case selectSource
  /// Choose the next pattern.
  case selectPattern
  /// Choose the data source and the pattern of an earlier take.
  case choose(dataSource: Int, PolarPattern)
  /// Start no take by level until it has been quiet: a person has ended something.
  case waitForQuiet
  /// Request a copy of the takes.
  case copyTakes
  /// Request that the recorder's own Wi-Fi be opened or closed.
  case switchWiFi
  /// A person is present and has seen the failure shown so far.
  case acknowledge
  /// Report an event.
  case tell(SessionEvent)
  /// Answer a program that its request is refused.
  case refuse(SessionRefusal)
}

/// An order for a take.
struct TakeOrder: Sendable, Equatable {
  /// The origin of an order.
  enum Purpose: Sendable, Equatable {
    /// A press of record.
    case hand
    /// A program.
    case program
    /// A continuation of an earlier take.
    case restart(TakeRestart)
    /// An entry of the schedule.
    case due(Schedule.Due)
    /// The level of the sound.
    case level
  }

  /// The origin of this order.
  var purpose: Purpose
  /// The latched take; `nil` for the choices in force at its start.
  var latched: LatchedTake?

  /// True if the level of the sound requests it.
  var isTriggered: Bool { purpose == .level }

  /// True if a person or a program requests it.
  var isAskedFor: Bool { purpose == .hand || purpose == .program }

  /// The reason for its start, if it is neither a person nor a schedule.
  var reason: String? { if case .restart(let restart) = purpose { restart.reason } else { nil } }

  /// The entry of the schedule whose take it is.
  var due: Schedule.Due? {
    switch purpose {
    case .restart(let restart): restart.due
    case .due(let due): due
    case .hand, .program, .level: nil
    }
  }
}

extension RecorderInput {
  /// True if it may latch a take, which the storage can refuse.
  var canLatch: Bool { if case .edge = self { true } else { false } }
}

/// The circumstances at the instant of an input.
struct Moment: Sendable {
  /// Seconds on the control clock.
  var time: Double
  /// The time of day; `nil` if nothing needs it.
  var wall: WallTime?
  /// Frames of the time line so far.
  var captured: Int
  /// The controls: how the board is held, and what is chosen.
  var controls: Controls
  /// The reason why the storage accepts no new take; `nil` if it does.
  var refusal: SessionRefusal?
  /// True if no take is being finished.
  var isEverythingClosed = true
  /// Frames of the take so far.
  var takeFrames = 0
  /// The name of the take, once its first file has it.
  var takeName: String?

  /// The take requested now.
  var latch: LatchedTake { controls.latch(at: time, captured) }

  /// Seconds until the end of a schedule entry; 0 if the time of day is unknown.
  func secondsLeft(of due: Schedule.Due) -> Double {
    guard let wall else { return 0 }
    return due.endSeconds - wall.epochSeconds
  }
}
