import Drawings
import Face

/// Prints the events of a recorder, one per line: the time, the title, and the details.
struct EventLines {
  let console: Console

  /// The number of columns before the details.
  private static let indent = 24

  /// Prints one event after its time, which is given in seconds.
  func print(_ time: Double, _ event: RecorderEvent) throws {
    try print("\(time.text(digits: 2).leftPadded(to: 8)) s", event)
  }

  /// Prints one event after its time of day, or after another text of ten columns that tells its time.
  ///
  /// In a log, each event has one line, however long, because journald stores and searches each line as one entry. On a
  /// terminal, details that are long continue on the lines below.
  func print(_ time: String, _ event: RecorderEvent) throws {
    let terminal = console.terminal
    let width = max(30, terminal.width - Self.indent)
    let lines = terminal.isTerminal ? event.details.wrapped(to: width) : [event.details]
    let title = event.details.isEmpty ? event.title : event.title.padded(to: 12)
    let start = "\(time)  \(terminal.styled(title, event.tone.style))"
    let rest = lines.dropFirst().map { String(repeating: " ", count: Self.indent) + $0 }
    try console.print(lines: [start + lines[0]] + rest)
  }
}
