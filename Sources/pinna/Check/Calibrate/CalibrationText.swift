import Boards
import Calibration
import Diagnostics
import Drawings
import Essentials

/// A calibration as text for people: every microphone before and after, remarks, and what to do next.
struct CalibrationText {
  private let outcome: CalibrationOutcome

  /// Makes the text of a calibration.
  init(_ outcome: CalibrationOutcome) { self.outcome = outcome }

  /// The lines for a terminal or a file.
  func lines(_ terminal: Terminal) -> [String] {
    let width = min(terminal.width, Self.widest)
    let board = outcome.found.board
    let heading = (StyledText(board.id, .bold) + StyledText(", \(board.name)")).cut(to: width)
    let notes = outcome.found.notes.flatMap { Self.sentence($0).wrapped(to: width) }
    let table = fitted(width)
    let hidden = Self.columns.dropFirst(table.columns.count).map(\.title)
    let legend =
      Self.legend
      + (hidden.isEmpty
        ? ""
        : " No room for \(hidden.joined(separator: ", ")): use --json, or a wider terminal.")
    var lines = [heading.rendered(colored: terminal.allowsColor), ""]
    lines += table.lines(colored: terminal.allowsColor)
    lines += legend.wrapped(to: width).map { terminal.styled($0, .dim) }
    lines += [""] + notes
    lines += separation.flatMap { $0.wrapped(to: width) }
    lines += [""] + closing.wrapped(to: width)
    return lines + commands
  }

  // MARK: The table

  /// The table, from which columns are removed until it fits the width.
  private func fitted(_ width: Int) -> TextTable {
    var table = TextTable(columns: Self.columns, rows: outcome.microphones.flatMap(rows))
    while table.columns.count > 3, table.lines().contains(where: { $0.terminalWidth > width }) {
      table.columns.removeLast()
    }
    return table
  }

  private func rows(
    _ before: Microphone, _ after: Microphone, _ found: ArrayCalibration.Microphone
  ) -> [[TextTable.Cell]] {
    let (old, new) = (Self.values(before), Self.values(after))
    let deviations = [found.gain.error, found.delay.error] + found.offset.map(\.error)
    return [
      [.init(found.name.printable, .bold), .init("before")] + old.map { .init($0) },
      [.init(""), .init("after")]
        + zip(old, new).map { .init($1, $0 == $1 ? nil : .yellow) },
      [.init(""), .init("+-", .dim), .init(""), .init("")]
        + deviations.map { .init($0.text(digits: 2), .dim) },
    ]
  }

  private static func values(_ microphone: Microphone) -> [String] {
    ["\(microphone.channel)", microphone.isInverted ? "inverted" : "upright"]
      + [microphone.gain, microphone.delay * 1e6].map { $0.text(digits: 2) }
      + (0..<3).map { (microphone.position[$0] * 1000).text(digits: 2) }
  }

  private static let columns: [TextTable.Column] =
    [.init(""), .init(""), .init("channel", .right), .init("polarity")]
    + ["gain dB", "delay us", "x mm", "y mm", "z mm"].map { .init($0, .right) }

  private static let legend =
    "before: the board file; after: the proposal; +-: one standard deviation of the measurement. Gains and "
    + "delays are relative: their common part does not change."

  // MARK: Sentences

  private var separation: [String] {
    guard let separation = outcome.separation else { return [] }
    return [
      "\(separation.name): on these microphones, left and right differ by "
        + "\(separation.before.text(digits: 1)) dB with filters for the old file, and by "
        + "\(separation.after.text(digits: 1)) dB with filters for the new file (500 Hz to 4 kHz)."
    ]
  }

  private var closing: String {
    let found = outcome.found
    let state =
      found.knowsGains && found.knowsDelays
      ? "It marks the board as calibrated."
      : found.knowsGains
        ? "It has the gains, which matter by far the most; the delays could not be measured, so it "
          + "does not mark the board as calibrated."
        : "Not everything could be measured, so it does not mark the board as calibrated."
    return "Wrote the proposal to \(outcome.proposalPath.printable). \(state) "
      + "\(outcome.boardPath.printable) is unchanged."
  }

  /// The commands to type next, which are not wrapped, so that they can be copied.
  private var commands: [String] {
    let (path, board) = (outcome.proposalPath.shellWord, outcome.boardPath.shellWord)
    let place = BoardLibrary.place(forCopyOf: outcome.boardPath)
    let copy = place.hasPrefix("/etc/") ? "sudo install -m 644" : "cp"
    let scenario = outcome.scenarioPath.map { " --scenario " + $0.shellWord } ?? ""
    return [
      "Look at it:       diff \(board) \(path)",
      "Check with it:    pinna check\(scenario) --board \(path)",
      "Put it in place:  \(copy) \(path) \(place.shellWord)",
    ]
  }

  private static func sentence(_ note: String) -> String {
    let start = note.first.map { $0.uppercased() } ?? ""
    return start + note.dropFirst() + "."
  }

  /// The number of columns beyond which lines are hard to read.
  private static let widest = 100
}
