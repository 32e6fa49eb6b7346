import Boards
import Realtime
import TakeFiles

/// An input of a recorder: something that happens to it.
enum RecorderInput: Sendable, Equatable {
  /// A button went down or up, at a place of the time line; `nil` while nothing is captured.
  case edge(ButtonEdge, place: Int?)
  /// Time has passed: buttons that are held long enough act. It is known which ones were down until then.
  case time(known: Double)
  /// Waiting work may go on: the device is tried again, and takes start that are to start by themselves.
  case proceed
  /// The board says that its supply is about to end, or says so no more.
  case power(isFailing: Bool)
  /// The capture device was opened.
  case deviceOpened
  /// The first frames of the device that was opened are there.
  case framesArrived
  /// The capture device could not be opened.
  case deviceRefused(SessionFault)
  /// The capture device went away.
  case deviceEnded(CaptureEnd)
  /// The device gives its channels so many places further up, from a place on; so many frames of the take lie before
  /// it.
  case rotated(by: Int, at: Int, frames: Int)
  /// Every microphone fell silent, and the device is to be opened anew.
  case fellSilent
  /// The storage failed.
  case storageFailed(TakeFileError)
  /// The storage can be used again.
  case storageRestored
  /// The take must end while it can still be closed.
  case storageNearlyFull
  /// The take goes on, unless its storage failed.
  case progress(hasFailed: Bool)
  /// Microphones deliver nothing.
  case dead(Set<Int>)
  /// The time of an entry of the schedule has come.
  case due(Schedule.Due)
  /// A take that was ordered has started.
  case started(TakeOrder, OngoingTake)
  /// A take that was ordered cannot be started.
  case startRefused(TakeOrder, SessionRefusal)
  /// It became loud enough for a take.
  case loud
  /// It is quiet again: a take that began because it was loud ends.
  case quiet
  /// A program asks for a take.
  case start
  /// A program ends the take.
  case stop(TakeEnd)
  /// A program pauses the take, or lets it go on.
  case togglePause
  /// A program wants the take to be paused, or to go on; nothing happens when it is so already.
  case pause(Bool)
  /// A program sets a marker, with a text or numbered.
  case mark(text: String? = nil)
  /// A program asks for the capture device, for a while.
  case lend(to: String)
  /// The program that had the capture device needs it no more.
  case reopenDevice
  /// Nothing is to be done until the next take of the schedule.
  case sleep
  /// Something is to be done.
  case wake
}

/// An effect of an input: something that a recorder has to do.
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
  /// Open the capture device; tell a failure when `isTold`.
  case openDevice(isTold: Bool)
  /// Close the capture device.
  case closeDevice
  /// Choose the next data source.
  case selectSource
  /// Choose the next pattern.
  case selectPattern
  /// Choose the data source and the pattern of an earlier take.
  case choose(dataSource: Int, PolarPattern)
  /// Begin no take by the level before it was quiet once: a hand has ended something.
  case waitForQuiet
  /// Ask for a copy of the takes.
  case copyTakes
  /// Ask for the Wi-Fi of the recorder's own to be opened, or closed.
  case switchWiFi
  /// A person is there: a failure that was shown until now has been seen.
  case acknowledge
  /// Tell an event.
  case tell(SessionEvent)
  /// Answer a program: it cannot be done.
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
    /// An earlier take goes on.
    case restart(TakeRestart)
    /// An entry of the schedule.
    case due(Schedule.Due)
    /// The level of the sound.
    case level
  }

  /// The origin of this order.
  var purpose: Purpose
  /// The take that was latched; `nil` for the choice that is in force when it starts.
  var latched: LatchedTake?

  /// True when the level of the sound asks for it.
  var isTriggered: Bool { purpose == .level }

  /// True when a hand or a program asks for it.
  var isAskedFor: Bool { purpose == .hand || purpose == .program }

  /// The reason for its start, when it is not by hands or a schedule.
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
  /// True where it may latch a take, which the storage can refuse.
  var canLatch: Bool { if case .edge = self { true } else { false } }
}

/// The state of the world at the instant of an input.
struct Moment: Sendable {
  /// Seconds on the control clock.
  var time: Double
  /// The time of day; `nil` where nothing asks for it.
  var wall: WallTime?
  /// Frames of the time line so far.
  var captured: Int
  /// The controls: how the board is held, and what is chosen.
  var controls: Controls
  /// The reason why the storage takes no new take; `nil` if it does.
  var refusal: SessionRefusal?
  /// True when no take is being finished.
  var isEverythingClosed = true
  /// Frames of the take so far.
  var takeFrames = 0
  /// The name of the take, as soon as its first file has it.
  var takeName: String?

  /// The take that is asked for now.
  var latch: LatchedTake { controls.latch(at: time, captured) }

  /// Seconds until the end of an entry of the schedule; none where the time of day is not known.
  func secondsLeft(of due: Schedule.Due) -> Double {
    guard let wall else { return 0 }
    return due.endSeconds - wall.epochSeconds
  }
}
