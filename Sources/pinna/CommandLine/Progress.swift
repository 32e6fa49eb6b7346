import Drawings

/// A line that shows the progress of long work, and is rewritten in place.
///
/// It is shown only on a terminal, only once the work has taken a second, and is rewritten at most ten times a second.
/// If `PINNA_PROGRESS` is in the environment, lines such as "progress 0.42" replace it, for a program that waits. The
/// time is an argument, so that the caller provides the clock.
struct Progress: Sendable {
  /// The name of the work that is being done.
  var title: String
  private let console: Console
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant?
  /// The file that is being made, until it has been noted as unfinished.
  private var unnoted: String?
  private var isNoted = false

  /// Starts to show the progress of some work.
  ///
  /// - Parameter making: the file that is being made, which must exist by the first report of progress; if a signal
  ///   ends the process, the file is deleted.
  init(
    _ title: String, console: Console, making: String? = nil,
    at now: ContinuousClock.Instant = .now
  ) {
    self.title = title
    self.console = console
    start = now
    unnoted = making
  }

  /// Shows the completed fraction of the work, 0 to 1.
  mutating func update(_ fraction: Double, at now: ContinuousClock.Instant = .now) {
    if let made = unnoted {
      UnfinishedFile.begin(made)
      (unnoted, isNoted) = (nil, true)
    }
    let isTold = console.environment["PINNA_PROGRESS"] != nil
    guard isTold || console.diagnosticsTerminal.isTerminal && now - start > .seconds(1) else {
      return
    }
    if let shown, now - shown < .milliseconds(100) { return }
    shown = now
    let part = max(0, min(1, fraction))
    if isTold { return console.writeDiagnostics("progress \(part.text(digits: 3))\n") }
    let percent = (part * 100).text(digits: 0).leftPadded(to: 3)
    ProgressLine.setShown(true)
    console.writeDiagnostics("\(ProgressLine.clear)\(title) \(bar(part)) \(percent) %")
  }

  /// Removes the line from the terminal.
  mutating func finish() {
    // Another part of the command may have noted files of its own.
    if isNoted { UnfinishedFile.end() }
    isNoted = false
    guard shown != nil, console.environment["PINNA_PROGRESS"] == nil else { return }
    console.writeDiagnostics("\(ProgressLine.clear)")
    ProgressLine.setShown(false)
    shown = nil
  }

  private func bar(_ part: Double) -> String {
    let isUnicode = console.diagnosticsTerminal.isUnicode
    let length = max(8, min(30, console.diagnosticsTerminal.width - title.terminalWidth - 10))
    let full = Int((part * Double(length)).rounded())
    return String(repeating: isUnicode ? "█" : "#", count: full)
      + String(repeating: isUnicode ? "░" : ".", count: length - full)
  }
}
