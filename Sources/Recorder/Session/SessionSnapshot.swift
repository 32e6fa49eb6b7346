import Boards
import Realtime
import TakeFiles

/// Everything that views show of the recorder, at one moment.
///
/// It is a value, and views are pure functions of it.
package struct SessionSnapshot: Sendable, Equatable {
  /// The present activity of the recorder.
  package var state: SessionState
  /// The route that was requested.
  package var preferred: Route
  /// The route in use; during a take, the route of the take.
  package var actual: Route
  /// The case of the latched or running take, or of a take started now.
  package var which: Board.Case
  /// The settings that the capture device granted; `nil` while no device is open.
  package var grant: CaptureGrant?
  /// The levels of all channels of the capture device; empty while no device is open.
  package var channels: [MeterReading] = []
  /// The sound level at the microphones; `nil` if the sensitivity of none is known.
  package var soundLevel: SoundLevel?
  /// True while the take is written to the second medium alone, because the first medium was lost or is full.
  package var isMainLost = false
  /// The levels of left and right, or of the only channel of a mono pattern; empty while nothing is rendered.
  package var ears: [MeterReading] = []
  /// Seconds of pre-roll that a take would have if record were pressed now.
  package var preRollSeconds = 0.0
  /// Seconds of pre-roll that the settings ask for.
  package var preRollSecondsWanted = 0.0
  /// The form of the running take, or of a take started now.
  package var form: TakeForm
  /// The input gain requested from the card, in decibels; `nil` if none was requested.
  package var inputGain: Double?
  /// The fraction of the raw ring that its slowest reader has still to read, 0 to 1.
  package var ringFill = 0.0
  /// The length of the raw ring in seconds.
  package var ringSeconds = 0.0
  /// The desired length of the raw ring in seconds, which exceeds ``ringSeconds`` if memory is scarce.
  package var ringWanted = 0.0
  /// The number of gaps since the device was opened.
  package var gapCount = 0
  /// The number of frames lost in gaps since the device was opened.
  package var gapFrames = 0
  /// The free space of the storage; `nil` if unknown.
  package var storage: StorageStatus?
  /// The second medium of takes; `nil` if there is none.
  package var mirror: MirrorStatus?
  /// Seconds of the take that a power cut would lose now.
  package var unsyncedSeconds = 0.0
  /// True while the buttons are locked.
  package var isLocked = false
  /// True while the board has an accelerometer that does not answer.
  package var isSensorSilent = false
  /// The local time until which the recorder sleeps; `nil` while it is awake.
  package var asleepUntil: CivilDate?
  /// The charge of the battery; `nil` if there is none.
  package var battery: BatteryCharge?
  /// True while the charge of the battery is low.
  package var isBatteryLow = false
  /// The quality of the clock that gives the time of day; `nil` if unknown.
  package var clock: ClockQuality?
  /// True while scheduled takes wait for a clock that is set and trusted.
  package var isScheduleWaiting = false
  /// The names of the microphones that deliver nothing.
  package var unusable: [String] = []
  /// Doubts about the capture device, each in a sentence.
  package var doubts: [String] = []
  /// True while the record button is down and a latched take waits for its release.
  package var isTakeLatched = false
  /// The settings that the headphones' device granted; `nil` while it does not play.
  package var playback: PlaybackGrant?
  /// The settings granted by the device from which other programs take the live sound; `nil` while it does not play.
  package var programs: PlaybackGrant?
}

extension SessionSnapshot {
  /// Adds the state of the raw ring and the levels of the capture device.
  ///
  /// - Parameter earliest: the earliest place at which a take can start now.
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
