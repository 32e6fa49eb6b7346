import Essentials
import LinuxBoard

/// Prints lines about the sound on the output, its form and its missing frames, to the diagnostics.
struct SoundWords {
  /// Seconds between two lines about missing frames.
  private static let restSeconds = 1.0

  private let console: Console
  private var untold = 0
  private var all = 0
  private var nextAt = -Double.infinity

  init(_ console: Console) { self.console = console }

  /// Reports the form of the sound, before the first block of it.
  func begin(_ output: SoundOutput) {
    guard let rate = output.rate else { return }
    console.note("\(output.form.rawValue), \(output.samples.rawValue), 2 channels, \(rate) Hz")
  }

  /// Counts missing frames, and reports them at most once per second.
  mutating func note(missed: Int, _ now: Double) {
    untold += missed
    all += missed
    guard untold > 0, now >= nextAt else { return }
    console.note(
      "\(WallClock.timeText())  \(untold.counted("frame")) \(untold.agreeing("is", "are")) missing here: "
        + "the sound was not read in time")
    (untold, nextAt) = (0, now + Self.restSeconds)
  }

  /// Reports the total number of missing frames, if there were any.
  func end() {
    if all > 0 {
      console.note("\(all.counted("frame")) \(all.agreeing("was", "were")) missing in total")
    }
  }
}
