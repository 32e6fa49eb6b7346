import Boards
import Realtime
import TakeFiles

/// Everything that is to be shown of the recorder, at one moment.
///
/// A value: views are pure functions of it.
public struct SessionSnapshot: Sendable, Equatable {
  /// The activity of the recorder.
  public var state: SessionState
  /// The route that was asked for.
  public var preferred: Route
  /// The route that is in force; the take's own while one is made.
  public var actual: Route
  /// The case that is latched, or that a take would have now.
  public var which: Board.Case
  /// The grant of the capture device; `nil` while none is open.
  public var grant: CaptureGrant?
  /// Levels of every channel of the capture device; none while no device is open.
  public var channels: [MeterReading] = []
  /// Levels of left and right, or of the one channel of a mono pattern; none while nothing is rendered.
  public var ears: [MeterReading] = []
  /// Seconds of pre-roll that a press would have now.
  public var preRollSeconds = 0.0
  /// Seconds of pre-roll that are wanted.
  public var preRollWanted = 0.0
  /// The part of the raw ring that waits for the slowest reader, 0 to 1.
  public var ringFill = 0.0
  /// Seconds that the raw ring holds.
  public var ringSeconds = 0.0
  /// Seconds that it was wanted to hold; more than ``ringSeconds`` where the memory does not allow as much.
  public var ringWanted = 0.0
  /// Gaps since the device was opened.
  public var gapCount = 0
  /// Frames of these gaps.
  public var gapFrames = 0
  /// The free space of the storage; `nil` when it is not known.
  public var storage: StorageStatus?
  /// Seconds of the take that a power cut would lose now.
  public var unsyncedSeconds = 0.0
  /// True while the buttons are locked.
  public var isLocked = false
  /// True while the accelerometer does not answer, on a board that has one.
  public var isSensorSilent = false
  /// The charge of the battery; `nil` where there is none.
  public var battery: BatteryCharge?
  /// True while that charge is low.
  public var isBatteryLow = false
  /// Microphones that do not deliver.
  public var unusable: [String] = []
  /// True while the record button is down and a take is latched, which starts when the button is released.
  public var isTakeLatched = false
  /// The grant of the headphones' device; `nil` while it does not play.
  public var playback: PlaybackGrant?

  /// A snapshot of a recorder that captures nothing.
  public init(state: SessionState, preferred: Route, actual: Route, which: Board.Case) {
    self.state = state
    self.preferred = preferred
    self.actual = actual
    self.which = which
  }
}

extension SessionSnapshot {
  /// Adds the state of the raw ring and the levels of the capture device.
  mutating func add(_ capture: CaptureRunner, _ configuration: SessionConfiguration) {
    let rate = Double(capture.grant.rate)
    let ring = capture.ring
    grant = capture.grant
    channels = capture.meters.snapshot()
    preRollSeconds = min(
      configuration.form.preRollSeconds,
      Double(min(capture.frames, capture.historyFrames(configuration))) / rate)
    ringFill = Double(ring.backlog) / Double(ring.capacity)
    ringSeconds = Double(ring.capacity) / rate
    ringWanted = Double(capture.preferredRingFrames) / rate
    let (all, earlier) = (ring.gapTotals, capture.earlierGaps)
    (gapCount, gapFrames) = (all.count - earlier.count, all.frames - earlier.frames)
  }
}
