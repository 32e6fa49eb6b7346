import Drawings
import Face

/// The levels as one line of JSON every second, for scripts.
///
/// - Thread: control.
final class LevelsDisplay: LiveDisplay {
  private let console: Console
  private var next: Double?

  /// A display that prints lines on the console's output.
  ///
  /// - Parameter hasHistory: true for meters already running, whose first line appears at once.
  init(console: Console, hasHistory: Bool = false) {
    self.console = console
    if hasHistory { next = -.infinity }
  }

  func show(
    _ events: [RecorderEvent], at now: Double, _ status: () -> RecorderStatus
  ) throws {
    for event in events {
      // Facts go to the output, problems to the diagnostics.
      switch event.kind {
      case .fault, .headphonesFault, .hardwareFault, .hardwareBack: console.note(event.details)
      default: break
      }
    }
    // Read in every turn, because a peak falls until the next line.
    let status = status()
    let due = next ?? now + 1
    next = due
    guard now >= due else { return }
    next = (due.isFinite ? due : now) + 1
    try console.print(JSONOutput.line(LevelReadings(status)))
  }
}

/// The levels of a recorder at one moment, for programs; decibels relative to full scale.
struct LevelReadings: Encodable {
  /// One meter.
  struct Level: Encodable {
    /// The name of the microphone or the side; `nil` for a channel that no microphone uses.
    var name: String?
    /// The channel of the capture device; `nil` for left and right.
    var channel: Int?
    /// Root mean square of the last 300 ms: a full-scale sine is 0.
    var rms: Double
    /// The highest peak of the last two seconds.
    var peak: Double
    /// True if samples were at full scale in the last two seconds.
    var isClipped: Bool

    init(_ level: RecorderStatus.Level, channel: Int?) {
      (name, self.channel, rms) = (level.name, channel, level.rms)
      (peak, isClipped) = (level.held, level.isClipped)
    }
  }

  var state: RecorderStatus.State
  var dataSource: String
  var pattern: String
  var orientation: String?
  var left: String?
  var right: String?
  var rate: Int
  var gapCount: Int
  var gapFrames: Int
  /// Seconds of audio that the raw ring holds, and the seconds that were requested.
  var ringSeconds: Double
  var ringSecondsWanted: Double
  var ears: [Level]
  var channels: [Level]
  /// In dB SPL; `nil` if no sensitivity is known.
  var soundLevel: RecorderStatus.SoundLevel?

  init(_ status: RecorderStatus) {
    state = status.state
    (dataSource, pattern, orientation) = (status.dataSource, status.pattern, status.orientation)
    (left, right) = (status.sides?.left, status.sides?.right)
    (rate, gapCount, gapFrames) = (status.rate, status.gapCount, status.gapFrames)
    (ringSeconds, ringSecondsWanted) = (status.ringSeconds, status.ringSecondsWanted)
    ears = status.ears.map { Level($0, channel: nil) }
    soundLevel = status.soundLevel
    channels = status.channels.enumerated().map { Level($1, channel: $0) }
  }
}
