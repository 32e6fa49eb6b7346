import LinuxBoard

/// The lines on the diagnostics beside the sound on the output: its form, and frames that are missing in it.
struct SoundWords {
  /// Seconds between two lines about missing frames.
  private static let restSeconds = 1.0

  private let console: Console
  private var untold = 0
  private var all = 0
  private var nextAt = -Double.infinity

  init(_ console: Console) { self.console = console }

  /// Says what is written, before the first sound.
  func begin(_ output: SoundOutput) {
    guard let rate = output.rate else { return }
    console.note("\(output.form.rawValue), \(output.samples.rawValue), 2 channels, \(rate) Hz")
  }

  /// Takes note of missing frames, and tells them once a second.
  mutating func note(missed: Int, _ now: Double) {
    untold += missed
    all += missed
    guard untold > 0, now >= nextAt else { return }
    console.note(
      "\(WallClock.timeText())  \(untold) frames are missing here: the sound was not read in time")
    (untold, nextAt) = (0, now + Self.restSeconds)
  }

  /// Says how many frames were missing in all, if any were.
  func end() {
    if all > 0 { console.note("\(all) frames were missing in all") }
  }
}
