import Boards
import TakeFiles

/// The activity of the recorder.
package enum SessionState: Sendable, Equatable {
  /// Nothing is captured.
  case idle
  /// The microphones are captured and the pre-roll is kept.
  case armed
  /// A take is running.
  case recording(TakeProgress)
  /// A take is paused.
  case paused(TakeProgress)
  /// The last take is being finished.
  case finishing
  /// Another program has borrowed the capture device.
  case lent(to: String)
  /// Something is wrong; the recorder keeps trying.
  case faulted(SessionFault)
}

/// The progress of the running take.
package struct TakeProgress: Sendable, Equatable {
  /// The latched case.
  package var which: Board.Case
  /// The pattern of the take.
  package var pattern: PolarPattern
  /// Frames so far.
  package var frames: Int
  /// True once frames have reached a file.
  package var isConfirmed: Bool

  /// The progress of a take from its parts.
  package init(which: Board.Case, pattern: PolarPattern, frames: Int, isConfirmed: Bool) {
    self.which = which
    self.pattern = pattern
    self.frames = frames
    self.isConfirmed = isConfirmed
  }
}

/// A choice of the session, preferred or actual.
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
  /// Capture is running.
  case armed(Route)
  /// The record button went down, which fixes the place, the case and the pattern of the take that starts on release.
  case takeLatched(Board.Case)
  /// A take began.
  case takeStarted(Board.Case, PolarPattern)
  /// The take has another pattern than requested, with the reason in words.
  case patternReplaced(String)
  /// A take was paused or resumed.
  case takePaused(Bool)
  /// A take is complete.
  case takeFinished(TakeResult)
  /// The board is now held another way.
  case orientation(InputOrientation)
  /// The data source or the pattern changed.
  case route(Route)
  /// A request was refused; nothing has changed.
  case refused(SessionRefusal)
  /// A press of record cancelled the take that would have started automatically.
  case calledOff
  /// The buttons were locked or unlocked.
  case locked(Bool)
  /// A press was refused because the buttons are locked.
  case pressWhileLocked
  /// A marker was set in the current take: by a button, or by the recorder itself.
  case marker(TakeMarker)
  /// Another program has borrowed the capture device.
  case deviceLent(to: String)
  /// Microphones stopped delivering, or deliver again; the filters do without dead ones.
  case unusable([String])
  /// Microphones stopped delivering within a take; its filters stay as they are.
  case diedInTake([String])
  /// Something is wrong.
  case fault(SessionFault)
  /// The free space of the storage lasts less than ten minutes in the current format.
  case storageLow(secondsLeft: Double)
  /// The medium is slow: a sync took this many seconds, or data written this long ago is not on it yet.
  case storageSlow(seconds: Double)
  /// The second medium of takes, by its folder, is ready, missing or lost; the reason in words.
  case mirror(MirrorStatus.State, String, String)
  /// The first medium was lost during a take, which continues on the second one alone.
  case mainLost(String)
  /// News of the sleep between scheduled takes.
  case sleep(SleepNews)
  /// The outcome for the files of earlier, interrupted takes.
  case recovered([RecoveredTake])
  /// The schedule started a take.
  case scheduleStarted(Schedule.Due)
  /// A scheduled take was not started.
  case scheduleRefused(Schedule.Due, SessionRefusal)
  /// This many scheduled takes were over before they could be started: the clock was set forward.
  case scheduleMissed(Int, last: Schedule.Due)
  /// Scheduled takes wait until the clock is set by a trusted source.
  case scheduleWaitsForClock
  /// The clock has a new source; reported if the old or the new one is doubtful.
  case clock(ClockQuality)
  /// The clock was set forward by this many seconds, or back; the date of the current take follows it.
  case clockSet(by: Double)
  /// The sun has no such event on this day, because it stays up or down, so takes that depend on it are not made.
  case scheduleWithoutSun(SolarEvent, isUp: Bool)
  /// A take starts because it is loud; the level in dBFS.
  case levelReached(Double)
  /// It is loud, but no take starts: there were too many within the last hour.
  case levelLimited(takesPerHour: Int)
  /// The system refused the realtime priority of a thread; reported once per thread.
  case priorityRefused(RealtimeThread, errno: Int32)
  /// Memory allows only a shorter ring than desired: it survives shorter stalls of the storage.
  case ringShortened(seconds: Double, wanted: Double)
  /// The board reports that its power is failing, or no longer.
  case power(isFailing: Bool)
  /// News of the battery.
  case battery(BatteryNews)
  /// News of a copy of the takes to another medium.
  case copy(CopyNews)
  /// News of the recorder's own Wi-Fi.
  case wifi(CopyNews)
  /// A sentence about something the system could not do before the recorder started.
  case notice(String)
  /// The accelerometer is silent, or answers again; the last orientation is kept.
  case sensor(isSilent: Bool)
  /// The channels of the capture device came in another order after its restart.
  ///
  /// Every frame since then is rotated by this many channels. The take is closed and the device is reopened.
  case channelsRotated(by: Int)
  /// Something about the capture device is doubtful; takes are made all the same.
  case doubt(DeviceDoubt)
  /// The headphones' device plays.
  case monitorStarted(PlaybackGrant)
  /// The headphones are silent; takes continue, and the recorder keeps trying.
  case monitorFault(MonitorFault)
  /// The device from which other programs take the live sound plays.
  case programsStarted(PlaybackGrant)
  /// Other programs get no live sound from their device; takes continue without it.
  case programsFault(MonitorFault)
}
