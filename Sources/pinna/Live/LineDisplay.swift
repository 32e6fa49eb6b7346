import Boards
import Drawings
import Face
import LinuxBoard

/// Events as lines of text with the time of day, for logs, pipes and terminals that cannot place a cursor.
///
/// - Thread: control.
final class LineDisplay: LiveDisplay {
  /// The lines printed in addition to the events.
  enum Meters: Sendable {
    /// No lines: a log.
    case none
    /// A line at the end, rewritten in place, on a terminal.
    case status
    /// A line every second.
    case everySecond
  }

  private let console: Console
  private let log: EventLines
  private let lines: RecorderLines
  private let meters: Meters
  private var clips = ClipMemory()
  private var nextLine: Double?
  private var hasStatus = false
  private var isReading = true
  /// True if the command ends with its reader, because it has no other purpose.
  private let endsWithReader: Bool

  /// A display that prints lines on the console's output.
  ///
  /// - Parameter hasHistory: true for meters already running, whose first line appears at once.
  init(
    board: Board?, console: Console, meters: Meters, endsWithReader: Bool = false,
    hasHistory: Bool = false
  ) {
    if hasHistory { nextLine = -.infinity }
    self.console = console
    self.meters = meters
    self.endsWithReader = endsWithReader
    log = EventLines(console: console)
    lines = RecorderLines(board: board, isUnicode: console.terminal.isUnicode)
  }

  func show(
    _ events: [RecorderEvent], at now: Double, _ status: () -> RecorderStatus
  ) throws {
    if !events.isEmpty { clearStatus() }
    for event in events { try tell { try log.print(WallClock.timeText(), event) } }
    switch meters {
    case .none: return
    case .status, .everySecond: break
    }
    let due = nextLine ?? (meters == .status ? now : now + 1)
    nextLine = due
    guard now >= due || (meters == .status && !events.isEmpty) else { return }
    nextLine = meters == .status ? now + 0.2 : max(now, (due.isFinite ? due : now) + 1)
    let present = status()
    clips.add(present)
    let content = ViewContent(status: present, clips: clips)
    let terminal = console.terminal
    if meters == .status {
      let line = lines.status(content, columns: terminal.width - 1)
      console.writeDiagnostics("\r\u{1B}[K" + line.rendered(colored: terminal.allowsColor))
      hasStatus = true
    } else {
      let columns = terminal.isTerminal ? terminal.width - 1 : nil
      let line = lines.meters(content, columns: columns)
        .rendered(colored: terminal.allowsColor)
      try tell { try console.print(line) }
    }
  }

  /// Prints a line that is not an event, with the time of day.
  func print(_ line: String) throws {
    clearStatus()
    try tell { try console.print("\(WallClock.timeText())  \(line)") }
  }

  func clearClips() { clips.clear() }

  func ask(_ question: String?) {
    clearStatus()
    if let question { console.note(question) }
  }

  func close() { clearStatus() }

  private func clearStatus() {
    guard hasStatus else { return }
    console.writeDiagnostics("\r\u{1B}[K")
    hasStatus = false
  }

  /// Prints, and ignores the loss of its reader unless the command ends with it: a log without a reader does not stop a
  /// recorder.
  private func tell(_ body: () throws -> Void) throws {
    guard isReading else { return }
    do {
      try body()
    } catch {
      if endsWithReader { throw error }
      isReading = false
    }
  }
}
