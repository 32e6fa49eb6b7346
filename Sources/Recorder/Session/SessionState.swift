import Boards
import TakeFiles

/// The activity of the recorder.
package enum SessionState: Sendable, Equatable {
  /// Nothing is captured.
  case idle
  /// The microphones are captured and the pre-roll is kept.
  case armed
  /// A take is made.
  case recording(TakeProgress)
  /// A take is paused.
  case paused(TakeProgress)
  /// The last take is being written to its end.
  case finishing
  /// Another program has the capture device for a while.
  case lent(to: String)
  /// Something is wrong; it is tried again.
  case faulted(SessionFault)
}

/// A take while it is made.
package struct TakeProgress: Sendable, Equatable {
  /// The case that was latched.
  package var which: Board.Case
  /// The pattern of the take.
  package var pattern: PolarPattern
  /// Frames so far.
  package var frames: Int
  /// True when frames have reached a file.
  package var isConfirmed: Bool

  /// The progress of a take from its parts.
  package init(which: Board.Case, pattern: PolarPattern, frames: Int, isConfirmed: Bool) {
    self.which = which
    self.pattern = pattern
    self.frames = frames
    self.isConfirmed = isConfirmed
  }
}

/// A choice of the session, preferred or in force.
package struct Route: Sendable, Equatable {
  /// The name of the data source.
  package var dataSource: String
  /// The polar pattern.
  package var pattern: PolarPattern
  /// The orientation; `nil` on a board with a fixed up, and in a preference for "by the accelerometer".
  package var orientation: InputOrientation?
  /// Frames per second.
  package var rate: Int
  /// Frames per period.
  package var period: Int
  /// Channels of the capture device.
  package var channels: Int

  /// A route from its parts.
  package init(
    dataSource: String, pattern: PolarPattern, orientation: InputOrientation?, rate: Int,
    period: Int, channels: Int
  ) {
    self.dataSource = dataSource
    self.pattern = pattern
    self.orientation = orientation
    self.rate = rate
    self.period = period
    self.channels = channels
  }
}

/// An event of a session, to be shown.
package enum SessionEvent: Sendable, Equatable {
  /// Capture runs.
  case armed(Route)
  /// The record button went down: the place, the case and the pattern of a take are fixed, which starts at the release.
  case takeLatched(Board.Case)
  /// A take began.
  case takeStarted(Board.Case, PolarPattern)
  /// The take has another pattern than the one that was asked for: the reason, in words.
  case patternReplaced(String)
  /// A take was paused or goes on.
  case takePaused(Bool)
  /// A take is complete.
  case takeFinished(TakeResult)
  /// The board is held in another way now.
  case orientation(InputOrientation)
  /// The data source or the pattern changed.
  case route(Route)
  /// A request was refused; nothing has changed.
  case refused(SessionRefusal)
  /// A press of record called off the take that would have started by itself.
  case calledOff
  /// The buttons were locked or freed; a press while locked.
  case locked(Bool)
  /// A press was refused because the buttons are locked.
  case pressWhileLocked
  /// A marker was set in the take that is being made: by a button, or by the recorder itself.
  case marker(TakeMarker)
  /// Another program has the capture device for a while.
  case deviceLent(to: String)
  /// Microphones stopped delivering, or deliver again; filters without them are used.
  case unusable([String])
  /// Microphones stopped delivering within a take; its filters stay as they are.
  case diedInTake([String])
  /// Something is wrong.
  case fault(SessionFault)
  /// The free space of the storage lasts less than ten minutes in the present format.
  case storageLow(secondsLeft: Double)
  /// The medium is slow: a sync took so many seconds, or data that was written so long ago is not on it yet.
  case storageSlow(seconds: Double)
  /// The second medium of takes, by its folder, is ready, away or lost; the reason in words.
  case mirror(MirrorStatus.State, String, String)
  /// The first medium was lost in a take, which goes on, on the second one alone.
  case mainLost(String)
  /// News of the sleep between takes of the schedule.
  case sleep(SleepNews)
  /// The outcome for the files of takes that were interrupted earlier.
  case recovered([RecoveredTake])
  /// The schedule started a take.
  case scheduleStarted(Schedule.Due)
  /// A scheduled take was not started.
  case scheduleRefused(Schedule.Due, SessionRefusal)
  /// So many scheduled takes were over before they could be started: the clock was set forward.
  case scheduleMissed(Int, last: Schedule.Due)
  /// Scheduled takes wait until the clock is set, by a source that is trusted.
  case scheduleWaitsForClock
  /// The clock has another source than before; told where one of them is doubtful.
  case clock(ClockQuality)
  /// The clock was set forward by so many seconds, or back; the date of a take that is made follows it.
  case clockSet(by: Double)
  /// The sun has no such event on this day, so takes that count from it are not made: it stays up, or down.
  case scheduleWithoutSun(SolarEvent, isUp: Bool)
  /// A take begins because it is loud; the level in dBFS.
  case levelReached(Double)
  /// It is loud, and no take begins: so many began within the last hour.
  case levelLimited(takesPerHour: Int)
  /// The system refused the realtime priority of a thread; told once for each.
  case priorityRefused(RealtimeThread, errno: Int32)
  /// The memory allows a shorter ring than is wanted: stalls of the storage are survived for less long.
  case ringShortened(seconds: Double, wanted: Double)
  /// The board says that its power is failing, or says so no more.
  case power(isFailing: Bool)
  /// News of the battery.
  case battery(BatteryNews)
  /// News of a copy of the takes to another medium.
  case copy(CopyNews)
  /// News of the Wi-Fi of the recorder's own.
  case wifi(CopyNews)
  /// The system could not do something before the recorder was started; its sentence about it.
  case notice(String)
  /// The accelerometer is silent, or answers again; the last orientation is kept.
  case sensor(isSilent: Bool)
  /// The channels of the capture device came in another order after it was started again.
  ///
  /// Every frame since then has so many channels shifted up. The take is closed and the device is opened anew.
  case channelsRotated(by: Int)
  /// Something about the capture device is doubtful; takes are made all the same.
  case doubt(DeviceDoubt)
  /// The headphones' device plays.
  case monitorStarted(PlaybackGrant)
  /// Nothing is heard in the headphones; takes go on, and it is tried again.
  case monitorFault(MonitorFault)
  /// The device from which other programs take the live sound plays.
  case programsStarted(PlaybackGrant)
  /// Other programs get no live sound from their device; takes go on without.
  case programsFault(MonitorFault)
}
