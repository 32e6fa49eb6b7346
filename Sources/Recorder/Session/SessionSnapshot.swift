import Boards
import Realtime
import TakeFiles

/// Everything to show of the recorder at one moment.
///
/// A value: views are pure functions of it.
package struct SessionSnapshot: Sendable, Equatable {
  /// The activity of the recorder.
  package var state: SessionState
  /// The requested route.
  package var preferred: Route
  /// The current route; during a take, the take's own.
  package var actual: Route
  /// The latched case, or the case of a take started now.
  package var which: Board.Case
  /// The grant of the capture device; `nil` while none is open.
  package var grant: CaptureGrant?
  /// Levels of every channel of the capture device; empty while no device is open.
  package var channels: [MeterReading] = []
  /// The sound level at the microphones; `nil` if no sensitivity is known.
  package var soundLevel: SoundLevel?
  /// True while the take is written to the second medium alone: the first one was lost, or is full.
  package var isMainLost = false
  /// Levels of left and right, or of the only channel of a mono pattern; empty while nothing is rendered.
  package var ears: [MeterReading] = []
  /// Seconds of pre-roll that a press would have now.
  package var preRollSeconds = 0.0
  /// Seconds of pre-roll in the settings.
  package var preRollSecondsWanted = 0.0
  /// The form of the take, or of one started now.
  package var form: TakeForm
  /// The input gain requested from the card, in decibels; `nil` if it is left alone.
  package var inputGain: Double?
  /// The part of the raw ring that the slowest reader has still to read, 0 to 1.
  package var ringFill = 0.0
  /// The length of the raw ring in seconds.
  package var ringSeconds = 0.0
  /// Its desired length in seconds; more than ``ringSeconds`` if memory is too scarce.
  package var ringWanted = 0.0
  /// Gaps since the device was opened.
  package var gapCount = 0
  /// Frames of these gaps.
  package var gapFrames = 0
  /// The free space of the storage; `nil` if unknown.
  package var storage: StorageStatus?
  /// The second medium of takes; `nil` if there is none.
  package var mirror: MirrorStatus?
  /// Seconds of the take that a power cut would lose now.
  package var unsyncedSeconds = 0.0
  /// True while the buttons are locked.
  package var isLocked = false
  /// True while the accelerometer does not answer, on a board that has one.
  package var isSensorSilent = false
  /// The local time until which the recorder sleeps; `nil` while it is awake.
  package var asleepUntil: CivilDate?
  /// The charge of the battery; `nil` if there is none.
  package var battery: BatteryCharge?
  /// True while that charge is low.
  package var isBatteryLow = false
  /// The quality of the clock; `nil` if unknown.
  package var clock: ClockQuality?
  /// True while scheduled takes wait for a set and trusted clock.
  package var isScheduleWaiting = false
  /// Microphones that do not deliver.
  package var unusable: [String] = []
  /// Doubts about the capture device, in sentences.
  package var doubts: [String] = []
  /// True while the record button is down and a take is latched, which starts on release.
  package var isTakeLatched = false
  /// The grant of the headphones' device; `nil` while it does not play.
  package var playback: PlaybackGrant?
  /// The grant of the device from which other programs take the live sound; `nil` while it does not play.
  package var programs: PlaybackGrant?

  /// A snapshot of a recorder that captures nothing.
  package init(
    state: SessionState, preferred: Route, actual: Route, which: Board.Case, form: TakeForm
  ) {
    self.state = state
    self.preferred = preferred
    self.actual = actual
    self.which = which
    self.form = form
  }
}

extension SessionSnapshot {
  /// Adds the state of the raw ring and the levels of the capture device.
  ///
  /// - Parameter earliest: the first place at which a take can start now.
  mutating func add(
    _ capture: CaptureRunner, _ configuration: SessionConfiguration, earliest: Int
  ) {
    let rate = Double(capture.grant.rate)
    let ring = capture.ring
    grant = capture.grant
    channels = capture.meters.snapshot()
    soundLevel = capture.levels.flatMap {
      SoundPressure(configuration.board, inputGain: capture.grant.inputGain)?.levels($0)
    }
    preRollSeconds = min(
      configuration.form.preRollSeconds,
      Double(max(0, ring.timelineEnd - earliest)) / rate)
    ringFill = Double(ring.backlog) / Double(ring.capacity)
    ringSeconds = Double(ring.capacity) / rate
    ringWanted = Double(capture.preferredRingFrames) / rate
    let (all, earlier) = (ring.gapTotals, capture.earlierGaps)
    (gapCount, gapFrames) = (all.count - earlier.count, all.frames - earlier.frames)
  }
}
