import Diagnostics
import Drawings
import Essentials
import Recorder

/// A checkup as text for people: the verdict, the problems with their remedies, and a line for every part of the board.
///
/// The text for a healthy board has at most 30 lines of 80 columns; every check and every figure is shown on request.
struct CheckText {
  private let report: CheckReport
  private let ears: Ears
  private let isVerbose: Bool

  /// Makes the text of a report.
  ///
  /// - Parameters:
  ///   - ears: the ears for which the filters were designed.
  ///   - isVerbose: true to list every check and every figure.
  init(_ report: CheckReport, ears: Ears = .kemar, isVerbose: Bool = false) {
    self.report = report
    self.ears = ears
    self.isVerbose = isVerbose
  }

  /// The lines for a terminal or a file.
  func lines(_ terminal: Terminal) -> [String] {
    let width = min(terminal.width, Self.widest)
    let wrong = Self.groups(report.findings(.fail) + report.findings(.warn)).flatMap {
      complaint($0, terminal, width)
    }
    let start = verdict(terminal, width) + [heading(terminal, width), ""] + wrong
    guard !isVerbose else {
      return start + rows(terminal, width) + geometryLines(terminal)
        + (summary.skippedCount > 0 ? ["", skippedWords] : [])
    }
    let parts = parts(terminal, width)
    let rest = [abilities(width), claps(terminal), ending(width)].filter { !$0.isEmpty }
    return start + parts + rest.flatMap { [""] + $0 }
  }

  private var summary: CheckSummary { CheckSummary(report: report) }

  // MARK: In short

  private func verdict(_ terminal: Terminal, _ width: Int) -> [String] {
    let verdict = summary.verdict
    let word = verdict == .skip ? "?" : verdict.word.uppercased()
    let lines = summary.sentence.wrapped(to: width - 6)
    return lines.enumerated().map { index, line in
      (index == 0 ? terminal.styled(word.padded(to: 6), verdict.style) : "      ")
        + terminal.styled(line, .bold)
    }
  }

  /// A line for every part of the board.
  private func parts(_ terminal: Terminal, _ width: Int) -> [String] {
    let parts = summary.parts.filter { $0.title != "Geometry" || $0.verdict != .pass }
    let names = parts.map { $0.title.count }.max() ?? 0
    let column = 6 + names + 2
    return parts.flatMap { part -> [String] in
      let start =
        terminal.styled(part.verdict.word.padded(to: 6), part.verdict.style)
        + part.title.padded(to: names + 2)
      return part.text.wrapped(to: max(20, width - column)).enumerated().map { index, line in
        (index == 0 ? start : String(repeating: " ", count: column)) + line
      }
    }
  }

  /// The abilities of the geometry, as two sentences.
  private func abilities(_ width: Int) -> [String] {
    let geometry = GeometryReport(report, ears: ears)
    return GeometryWords(report.board, geometry.cases.map(\.designed)).sentences.flatMap {
      $0.wrapped(to: width)
    }
  }

  private func claps(_ terminal: Terminal) -> [String] {
    ClapReport(report).text(width: terminal.width, colored: terminal.allowsColor)
  }

  private func ending(_ width: Int) -> [String] {
    (summary.skipped?.wrapped(to: width) ?? [])
      + "--verbose shows every check and figure; --html FILE writes a page with pictures.".wrapped(
        to: width)
  }

  private var skippedWords: String {
    "\(summary.skippedCount.counted("check")) did not run; see above."
  }

  /// A table of the checks, with a summary of each.
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
      claps(terminal),
    ].filter { !$0.isEmpty }.flatMap { [""] + $0 }
  }

  // MARK: Problems

  /// The findings of one check, with the remedy that they share below them, and an empty line.
  private func complaint(
    _ findings: ArraySlice<Finding>, _ terminal: Terminal, _ width: Int
  ) -> [String] {
    guard let first = findings.first else { return [] }
    let subjects = findings.map(\.subject.printable).filter { !$0.isEmpty }
      .joined(separator: ", ")
    var title = "  \(first.check)" + (subjects.isEmpty ? "" : "  " + subjects)
    // If there are many names, they go on the lines below.
    let isLong = first.verdict.word.count + title.terminalWidth > width
    if isLong { title = "  \(first.check)" }
    let verdict = terminal.styled(first.verdict.word.uppercased(), first.verdict.style)
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

  /// Groups consecutive findings of one check that have the same verdict, limit and remedy, so that they are shown
  /// together.
  static func groups(_ findings: [Finding]) -> [ArraySlice<Finding>] {
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
      // The device is already named above the table.
      if row.subject == report.board.capture.device.printable { row.subject = "" }
      return row
    }
    let names = rows.map { $0.check.terminalWidth }.max() ?? 0
    let subjects = min(Self.widestSubject, rows.map { $0.subject.terminalWidth }.max() ?? 0)
    let column = 6 + names + 2 + (subjects > 0 ? subjects + 2 : 0)
    // If the subject is too long, or too few columns are left beside it, the message goes on the lines below.
    let isWide = width - column >= Self.leastMessage
    return rows.flatMap { row -> [String] in
      let isBeside = isWide && row.subject.terminalWidth <= subjects
      let indent = isBeside ? column : 8
      let start =
        StyledText(row.verdict.word, row.verdict.style).padded(to: 6)
        + StyledText(row.check).padded(to: names + 2) + StyledText(row.subject)
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

  /// The number of columns beyond which lines are hard to read.
  private static let widest = 100
  private static let widestSubject = 18
  private static let leastMessage = 32
}
