import Boards
import Drawings
import Face
import LinuxBoard

/// Shows events as lines of text with the time of day, for logs, pipes and terminals that cannot place a cursor.
///
/// - Thread: control.
final class LineDisplay: LiveDisplay {
  /// The lines that are printed in addition to the events.
  enum Meters: Sendable {
    /// No lines but the events, as a log needs.
    case none
    /// A status line below the events, which is rewritten in place on a terminal.
    case status
    /// A line with the meters every second.
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
  /// True if the command ends when its reader is gone, because it has no other purpose.
  private let endsWithReader: Bool

  /// Makes a display that prints lines on the output of a console.
  ///
  /// - Parameter hasHistory: true if the meters are already running, so that the first line appears at once.
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

  func show(_ events: [RecorderEvent], at now: Double, _ status: () -> RecorderStatus) throws {
    if !events.isEmpty { clearStatus() }
    for event in events { try tell { try log.print(WallClock.timeText(), event) } }
    if meters == .none { return }
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

  /// Prints a line that is not an event, after the time of day.
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

  /// Prints something, and ignores that the reader is gone unless this ends the command.
  ///
  /// A recorder must go on even if nobody reads its log.
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
