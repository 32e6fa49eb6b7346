import Boards
import TakeFiles

/// The present activity of the recorder.
package enum SessionState: Sendable, Equatable {
  /// Nothing is captured.
  case idle
  /// The microphones are captured and the pre-roll is kept.
  case armed
  /// A take is running.
  case recording(TakeProgress)
  /// A take is paused.
  case paused(TakeProgress)
  /// The last take has ended and its files are being closed.
  case finishing
  /// Another program has borrowed the capture device.
  case lent(to: String)
  /// Something prevents recording; the recorder keeps trying.
  case faulted(SessionFault)
}

/// The progress of the running take.
package struct TakeProgress: Sendable, Equatable {
  /// The case that was latched for the take.
  package var which: Board.Case
  /// The pattern of the take.
  package var pattern: PolarPattern
  /// The number of frames of the take so far.
  package var frames: Int
  /// True once the storage medium has frames of the take.
  package var isConfirmed: Bool
}

/// A set of choices of the session, either preferred or actual.
package struct Route: Sendable, Equatable {
  /// The name of the data source.
  package var dataSource: String
  /// The polar pattern.
  package var pattern: PolarPattern
  /// The orientation; `nil` on a board whose orientation is fixed, and in preferences if the accelerometer determines
  /// it.
  package var orientation: InputOrientation?
  /// The number of frames per second.
  package var rate: Int
  /// The number of frames per period.
  package var period: Int
  /// The number of channels of the capture device.
  package var channels: Int
}

/// An event of a session, which is to be shown to the user.
package enum SessionEvent: Sendable, Equatable {
  /// Capture is running.
  case armed(Route)
  /// The record button went down, which fixes the place, the case and the pattern of the take that starts when it is
  /// released.
  case takeLatched(Board.Case)
  /// A take began.
  case takeStarted(Board.Case, PolarPattern)
  /// The take has another pattern than the one requested; the value is the reason in words.
  case patternReplaced(String)
  /// A take was paused (true) or resumed (false).
  case takePaused(Bool)
  /// A take has ended and its files are closed.
  case takeFinished(TakeResult)
  /// The board is now held another way.
  case orientation(InputOrientation)
  /// The data source or the pattern changed.
  case route(Route)
  /// A request was refused; nothing has changed.
  case refused(SessionRefusal)
  /// A press of record, or a program, cancelled the take that would have started automatically.
  case calledOff
  /// The buttons were locked (true) or unlocked (false).
  case locked(Bool)
  /// A press was refused because the buttons are locked.
  case pressWhileLocked
  /// A marker was set in the current take: by a button, or by the recorder itself.
  case marker(TakeMarker)
  /// Another program has borrowed the capture device.
  case deviceLent(to: String)
  /// The microphones that deliver nothing have changed; the value names them, and the filters do without them.
  case unusable([String])
  /// Microphones stopped delivering during a take, whose filters stay as they are.
  case diedInTake([String])
  /// Something prevents recording.
  case fault(SessionFault)
  /// The free space of the storage will last less than ten minutes in the current format.
  case storageLow(secondsLeft: Double)
  /// The medium is slow: a sync took this many seconds, or data written this many seconds ago have not reached the
  /// medium yet.
  case storageSlow(seconds: Double)
  /// The second medium of takes is ready, missing or lost; the texts are its folder and the reason.
  case mirror(MirrorStatus.State, String, String)
  /// The first medium was lost during a take, which continues on the second medium alone; the value is the reason in
  /// words.
  case mainLost(String)
  /// News of the sleep between scheduled takes.
  case sleep(SleepNews)
  /// The files of earlier, interrupted takes were recovered, with this outcome.
  case recovered([RecoveredTake])
  /// The schedule started a take.
  case scheduleStarted(Schedule.Due)
  /// A scheduled take was not started.
  case scheduleRefused(Schedule.Due, SessionRefusal)
  /// This many scheduled takes were over before they could be started, because the clock was set forward.
  case scheduleMissed(Int, last: Schedule.Due)
  /// Scheduled takes are waiting until a trusted source sets the clock.
  case scheduleWaitsForClock
  /// The clock has a new source; this is reported if the old or the new source is doubtful.
  case clock(ClockQuality)
  /// The clock was set forward by this many seconds, or back if negative; the date of the running take is corrected
  /// accordingly.
  case clockSet(by: Double)
  /// This event of the sun does not happen today, because the sun stays up or down all day, so takes that depend on the
  /// event are not made.
  case scheduleWithoutSun(SolarEvent, isUp: Bool)
  /// A take starts because the sound is loud; the value is the level in dBFS.
  case levelReached(Double)
  /// The sound is loud, but no take starts, because there were too many within the last hour.
  case levelLimited(takesPerHour: Int)
  /// The system refused the realtime priority of a thread; this is reported once for each thread.
  case priorityRefused(RealtimeThread, errno: Int32)
  /// Memory allows only a shorter ring than desired, so only shorter stalls of the storage cause no loss.
  case ringShortened(seconds: Double, wanted: Double)
  /// The board reports that its power is failing, or that it no longer is.
  case power(isFailing: Bool)
  /// News of the battery.
  case battery(BatteryNews)
  /// News of a copy of the takes to another medium.
  case copy(CopyNews)
  /// News of the recorder's own Wi-Fi.
  case wifi(CopyNews)
  /// A sentence about something that the system could not do before the recorder started.
  case notice(String)
  /// The accelerometer no longer answers, or answers again; while it is silent, the last orientation is kept.
  case sensor(isSilent: Bool)
  /// The channels of the capture device came in another order after the device restarted.
  ///
  /// Every frame since the restart is rotated by this many channels. The take is closed, and the device is reopened.
  case channelsRotated(by: Int)
  /// Something about the capture device is doubtful; takes are made all the same.
  case doubt(DeviceDoubt)
  /// The headphones' device is playing.
  case monitorStarted(PlaybackGrant)
  /// The headphones are silent; takes continue, and the recorder keeps trying.
  case monitorFault(MonitorFault)
  /// The device from which other programs take the live sound is playing.
  case programsStarted(PlaybackGrant)
  /// Other programs get no live sound from their device; takes continue without it.
  case programsFault(MonitorFault)
}
