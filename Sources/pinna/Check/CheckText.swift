import Diagnostics
import Drawings
import Recorder

/// A checkup for people: problems first, then all findings, then one sentence.
struct CheckText {
  private let report: CheckReport
  private let ears: Ears

  /// The text of a report.
  ///
  /// - Parameter ears: the ears for which the filters were designed.
  init(_ report: CheckReport, ears: Ears = .kemar) {
    self.report = report
    self.ears = ears
  }

  /// The lines for a terminal or a file.
  func lines(_ terminal: Terminal) -> [String] {
    let width = min(terminal.width, Self.widest)
    let wrong = Self.groups(report.findings(.fail) + report.findings(.warn)).flatMap {
      complaint($0, terminal, width)
    }
    return [heading(terminal, width), ""] + wrong + rows(terminal, width)
      + geometryLines(terminal) + [""] + closing.wrapped(to: width)
  }

  /// A table of checks with their summaries.
  static func table(_ selection: CheckSelection) -> TextTable {
    TextTable(
      columns: [.init(""), .init("")],
      rows: selection.checks.map { check in
        [.init(check.rawValue), .init(check.summary + (check.needsPerson ? " (by hand)" : ""))]
      })
  }

  private func heading(_ terminal: Terminal, _ width: Int) -> String {
    let board = report.board
    let text =
      StyledText(board.id, .bold)
      + StyledText(", \(board.name), \(report.deviceWords)")
    return text.cut(to: width).rendered(colored: terminal.allowsColor)
  }

  private func geometryLines(_ terminal: Terminal) -> [String] {
    let (width, isColored) = (terminal.width, terminal.allowsColor)
    return [
      GeometryReport(report, ears: ears).text(width: width, colored: isColored),
      ClapReport(report).text(width: width, colored: isColored),
    ].filter { !$0.isEmpty }.flatMap { [""] + $0 }
  }

  // MARK: Problems

  /// The findings of one check with their common remedy below them, and an empty line.
  private func complaint(
    _ findings: ArraySlice<Finding>, _ terminal: Terminal, _ width: Int
  ) -> [String] {
    guard let first = findings.first else { return [] }
    let subjects = findings.map(\.subject.printable).filter { !$0.isEmpty }
      .joined(separator: ", ")
    var title = "  \(first.check)" + (subjects.isEmpty ? "" : "  " + subjects)
    // Many names are listed below it.
    let isLong = first.verdict.word.count + title.terminalWidth > width
    if isLong { title = "  \(first.check)" }
    let verdict = terminal.styled(
      first.verdict.word.uppercased(), first.verdict.style)
    var lines = [verdict + terminal.styled(title, .bold)]
    if isLong {
      lines += ("      " + subjects).wrapped(to: width).map { terminal.styled($0, .bold) }
    }
    let isOne = Set(findings.map(\.message)).count == 1
    for finding in isOne ? findings.prefix(1) : findings {
      var body = isOne ? finding.message : "\(finding.subject) \(finding.message)"
      if let limit = finding.limit, finding == findings.last || isOne {
        body += " (wanted: \(limit))"
      }
      lines += ("      " + body.printable).wrapped(to: width)
    }
    if let remedy = first.remedy {
      let arrow = terminal.isUnicode ? "→" : "->"
      lines += remedy.printable.wrapped(to: width - 9).enumerated().map { index, line in
        (index == 0 ? "      \(arrow.padded(to: 2)) " : "         ") + line
      }
    }
    return lines + [""]
  }

  /// Consecutive findings of one check with the same verdict, limit and remedy, which are shown together.
  private static func groups(_ findings: [Finding]) -> [ArraySlice<Finding>] {
    var groups: [ArraySlice<Finding>] = []
    for (index, finding) in findings.enumerated() {
      if let last = groups.last?.last, last.check == finding.check, last.limit == finding.limit,
        last.verdict == finding.verdict, last.remedy == finding.remedy
      {
        groups[groups.count - 1] = findings[groups[groups.count - 1].startIndex...index]
      } else {
        groups.append(findings[index...index])
      }
    }
    return groups
  }

  // MARK: Everything

  private func rows(_ terminal: Terminal, _ width: Int) -> [String] {
    let rows = CheckRow.rows(report.findings).map { row in
      var row = row
      // The device is named above.
      if row.subject == report.board.capture.device.printable { row.subject = "" }
      return row
    }
    let names = rows.map { $0.check.terminalWidth }.max() ?? 0
    let subjects = min(Self.widestSubject, rows.map { $0.subject.terminalWidth }.max() ?? 0)
    let column = 6 + names + 2 + (subjects > 0 ? subjects + 2 : 0)
    // The message goes below when too few columns are left beside it.
    let isBeside = width - column >= Self.leastMessage
    let indent = isBeside ? column : 8
    return rows.flatMap { row -> [String] in
      let start =
        StyledText(row.verdict.word, row.verdict.style).padded(to: 6)
        + StyledText(row.check).padded(to: names + 2) + StyledText(row.subject).cut(to: subjects)
      let style: TextStyle? = row.verdict == .skip ? .dim : nil
      let below = StyledText(String(repeating: " ", count: indent))
      let words = row.message.printable.wrapped(to: width - indent).map { StyledText($0, style) }
      let lines =
        isBeside
        ? words.enumerated().map { ($0 == 0 ? start.padded(to: column) : below) + $1 }
        : [start] + words.map { below + $0 }
      return lines.map { $0.cut(to: width).rendered(colored: terminal.allowsColor) }
    }
  }

  private var closing: String {
    let (failed, warned) = (report.findings(.fail).count, report.findings(.warn).count)
    let skipped = Set(report.findings(.skip).map(\.check)).count
    let rest =
      skipped == 0
      ? "" : " \(skipped) \(skipped == 1 ? "check was" : "checks were") not made, as said above."
    if failed > 0 {
      return "\(failed) \(failed == 1 ? "finding fails" : "findings fail")"
        + (warned > 0 ? ", and \(warned) \(warned == 1 ? "warns" : "warn")" : "")
        + ": mend that, then check again." + rest
    }
    if warned > 0 {
      return "Nothing failed; \(warned) \(warned == 1 ? "finding warns" : "findings warn")." + rest
    }
    return "Everything that was looked at is as it should be." + rest
  }

  /// Columns beyond which lines are hard to read.
  private static let widest = 100
  private static let widestSubject = 16
  private static let leastMessage = 32
}
