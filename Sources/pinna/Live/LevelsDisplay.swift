import Drawings
import Face

/// Prints the levels as one line of JSON every second, for scripts.
///
/// - Thread: control.
final class LevelsDisplay: LiveDisplay {
  private let console: Console
  private var next: Double?

  /// Makes a display that prints lines on the output of a console.
  ///
  /// - Parameter hasHistory: true if the meters are already running, so that the first line appears at once.
  init(console: Console, hasHistory: Bool = false) {
    self.console = console
    if hasHistory { next = -.infinity }
  }

  func show(_ events: [RecorderEvent], at now: Double, _ status: () -> RecorderStatus) throws {
    for event in events {
      // Facts go to the output, and problems go to the diagnostics.
      switch event.kind {
      case .fault, .headphonesFault, .hardwareFault, .hardwareBack: console.note(event.details)
      default: break
      }
    }
    // The status is read in every turn, because a peak would fall before the next line is due.
    let status = status()
    let due = next ?? now + 1
    next = due
    guard now >= due else { return }
    next = (due.isFinite ? due : now) + 1
    try console.print(JSONOutput.line(LevelReadings(status)))
  }
}

/// The levels of a recorder at one moment, for programs, in decibels relative to full scale.
struct LevelReadings: Encodable {
  var state: RecorderStatus.State
  var dataSource: String
  var pattern: String
  var orientation: String?
  var sides: RecorderStatus.Sides?
  var rate: Int
  var gapCount: Int
  var gapFrames: Int
  /// The seconds of sound that the raw ring holds, and the seconds that were requested.
  var ringSeconds: Double
  var ringSecondsWanted: Double
  var ears: [RecorderStatus.Level]
  var channels: [RecorderStatus.Level]
  /// The sound level in dB SPL; `nil` if no sensitivity is known.
  var soundLevel: RecorderStatus.SoundLevel?

  init(_ status: RecorderStatus) {
    state = status.state
    (dataSource, pattern, orientation) = (status.dataSource, status.pattern, status.orientation)
    sides = status.sides
    (rate, gapCount, gapFrames) = (status.rate, status.gapCount, status.gapFrames)
    (ringSeconds, ringSecondsWanted) = (status.ringSeconds, status.ringSecondsWanted)
    (ears, channels, soundLevel) = (status.ears, status.channels, status.soundLevel)
  }
}
