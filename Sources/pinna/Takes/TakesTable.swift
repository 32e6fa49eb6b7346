import Drawings
import Essentials
import Face
import TakeFiles

/// A table of takes that fits the columns of a terminal, at least 80, or 100 columns in a file.
struct TakesTable {
  private var takes: [TakeSet]
  private let width: Int
  /// The id of the board, if all takes are from the same one.
  private let board: String?
  /// The numbers of the takes that are listed, by their names.
  private let numbers: [String: Int]

  init(_ takes: [TakeSet], terminal: Terminal) {
    let numbers = takes.reduce(into: [String: Int]()) { $0[$1.name] = $1.number }
    self.numbers = numbers
    // Files that were rendered later come below the take that they are from.
    let places = takes.map { Self.place($0, numbers) }
    self.takes = takes.indices.sorted { a, b in
      (places[a].number, places[a].rank, a) < (places[b].number, places[b].rank, b)
    }.map { takes[$0] }
    // Takes that a person judged false come last.
    self.takes = self.takes.filter { !$0.isFalse } + self.takes.filter(\.isFalse)
    width = terminal.isTerminal ? max(80, terminal.width) : 100
    let boards = Set(takes.flatMap(\.main).map(\.metadata.boardID).filter { !$0.isEmpty })
    board = boards.count == 1 ? boards.first : nil
  }

  /// The table with one row for each take.
  var table: TextTable {
    let rows = takes.map(row)
    let cellWidths = rows.map { row in row.map { $0.text.terminalWidth } }
    var widths = Self.titles.indices.map { column in
      max(Self.titles[column].count, cellWidths.lazy.map { $0[column] }.max() ?? 0)
    }
    var shown = Self.titles.indices.map { $0 }
    func excess() -> Int { shown.reduce(-2) { $0 + widths[$1] + 2 } - width }
    for (column, least) in Self.shrinking where excess() > 0 {
      if least == 0 {
        shown.removeAll { $0 == column }
      } else {
        widths[column] = max(min(least, widths[column]), widths[column] - excess())
      }
    }
    // If a column was removed, its width goes to the names.
    let whole = cellWidths.lazy.map { $0[0] }.max() ?? 0
    widths[0] = max(widths[0], min(whole, widths[0] - excess()))
    return TextTable(
      columns: shown.map { column in
        let title = Self.titles[column]
        return TextTable.Column(title, ["Length", "Size"].contains(title) ? .right : .left)
      },
      rows: zip(rows, cellWidths).map { row, cellWidths in
        shown.map { column in
          guard cellWidths[column] > widths[column] else { return row[column] }
          return TextTable.Cell(
            Self.shortened(row[column].text, to: widths[column]), row[column].style)
        }
      })
  }

  /// The columns to shorten, in this order, with their smallest widths; the width 0 removes a column.
  ///
  /// The reason for the end comes first, because it may be a sentence, then long names, then the marks. On a narrow
  /// terminal, some columns are shortened again.
  ///
  /// The case stays whole as long as possible, because it tells takes apart; columns that tell less are shortened
  /// before it.
  private static let shrinking = [
    (7, 10), (0, 20), (5, 0), (6, 6), (3, 14), (0, 8), (6, 5), (3, 9), (3, 0), (1, 0),
  ]
  private static let titles = [
    "Take", "Date", "Length", "Format", "Case", "Size", "Marks", "Ended",
  ]

  /// The place of a take in the list.
  private static func place(_ take: TakeSet, _ numbers: [String: Int]) -> (number: Int, rank: Int) {
    let source = take.source.flatMap { numbers[$0] }
    return (source ?? take.number ?? .max, source == nil ? 0 : 1)
  }

  /// The number of the take from which this one was rendered; `nil` if that take is not listed.
  private func source(_ take: TakeSet) -> Int? { take.source.flatMap { numbers[$0] } }

  private func row(_ take: TakeSet) -> [TextTable.Cell] {
    let own = take.number.map { "\($0)" } ?? Self.shortened(take.name.printable, to: 30)
    let isKept = take.main.first?.metadata.rating == .keep
    let title = take.main.first?.metadata.title.map { "  \($0.printable)" } ?? ""
    let name = (source(take).map { "  of \($0)" } ?? own) + (isKept ? "*" : "") + title
    guard let first = take.main.first else {
      let damage = take.damaged.first.map(Self.problem) ?? ""
      return [
        TextTable.Cell(name), "", "", "", "", "", "", TextTable.Cell(damage, .red),
      ]
    }
    return [
      TextTable.Cell(name, .bold), TextTable.Cell(TakeText.date(first.metadata)),
      TextTable.Cell(TakeText.length(seconds: take.seconds)),
      TextTable.Cell(TakeText.format(first) + Self.extras(take)), TextTable.Cell(place(first)),
      TextTable.Cell(TakeText.size(take.bytes)), marks(take), ended(take),
    ]
  }

  /// The case of the take, with the board if there are several boards; for a file of another recorder, its maker.
  private func place(_ file: TakeFile) -> String {
    if case .other(let maker) = file.origin { return maker ?? "" }
    let name = TakeText.caseName(file.metadata)
    return board == nil ? "\(file.metadata.boardID) \(name)" : name
  }

  /// The files besides the stereo file: "+raw", "+safety", copies, and the number of parts.
  private static func extras(_ take: TakeSet) -> String {
    let parts = take.main.count
    var text = parts > 1 ? " x\(parts)" : ""
    let mainContent = take.main.first?.content ?? .rendered
    for content in TakeName.Content.allCases where content != mainContent {
      if !take.files(content).isEmpty { text += " +\(content.rawValue)" }
    }
    let copies = Set(take.copies.map(\.kind))
    for kind in TakeFileKind.allCases where copies.contains(kind) {
      text += " +\(kind.rawValue)"
    }
    return text
  }

  private func marks(_ take: TakeSet) -> TextTable.Cell {
    let clips = take.markers.filter { $0.kind == .clip }.count
    let rest = take.markers.filter { ![.clip, .gap].contains($0.kind) }.count
    var words = rest > 0 ? ["\(rest)"] : []
    let gaps = take.gapTotals.count
    if gaps > 0 { words.append(gaps.counted("gap")) }
    if clips > 0 { words.append(clips.counted("clip")) }
    return TextTable.Cell(words.joined(separator: ", "), gaps > 0 ? .yellow : nil)
  }

  private func ended(_ take: TakeSet) -> TextTable.Cell {
    if take.isBeingWritten { return TextTable.Cell("recording", .green) }
    if take.isInProgress { return TextTable.Cell("cut off", .yellow) }
    if let damaged = take.damaged.first { return TextTable.Cell(Self.problem(damaged), .red) }
    if let part = take.missingPart { return TextTable.Cell("lacks part \(part + 1)", .red) }
    if take.isFalse { return TextTable.Cell("false take", .dim) }
    let isFlawed = take.files.contains { !$0.flaws.isEmpty }
    guard take.main.last?.origin == .pinna else {
      return isFlawed ? TextTable.Cell(Self.flawed, .yellow) : ""
    }
    if isFlawed, take.end?.isPlain == true { return TextTable.Cell(Self.flawed, .yellow) }
    if take.source != nil, take.end?.isPlain == true { return "rendered" }
    let end = take.end?.words ?? TakeMetadata.unfinished
    // The command `show` prints the details of the reason.
    let word = end.split(separator: ":").first.map(String.init) ?? end
    return TextTable.Cell(word, take.end?.isPlain == true ? nil : .yellow)
  }

  private static let flawed = "flawed"

  private static func problem(_ damaged: TakeSet.Damaged) -> String {
    switch damaged.error {
    case .malformed: "damaged"
    case .unsupported, .notWAV: "unsupported"
    default: "cannot be read"
    }
  }

  private static func shortened(_ text: String, to width: Int) -> String {
    guard text.terminalWidth > width else { return text }
    var short = text
    while short.terminalWidth > width - 3 { short.removeLast() }
    return short + "..."
  }

  /// Lines with the totals, and with advice.
  var totals: [String] {
    let recorded = takes.filter { source($0) == nil }
    let seconds = recorded.reduce(0) { $0 + $1.seconds }
    let bytes = takes.reduce(0) { $0 + $1.bytes }
    let others = takes.count - recorded.count
    var lines = [
      recorded.count.counted("take") + (board.map { " of board \($0)" } ?? "")
        + ", \(TakeText.length(seconds: seconds))"
        + (others > 0 ? ", and \(others.counted("file")) rendered from them" : "")
        + ", \(TakeText.size(bytes))"
    ]
    if takes.contains(where: { $0.isInProgress && !$0.isBeingWritten }) {
      lines.append("'pinna takes recover' completes takes that were cut off.")
    }
    if takes.contains(where: { $0.main.first?.metadata.rating == .keep }) {
      lines.append("* a take to keep")
    }
    let flawed = takes.flatMap(\.files).filter { !$0.flaws.isEmpty }
    for file in flawed.prefix(3) {
      lines.append("\(file.fileName): \(file.flaws[0]); the rest is used".printable)
    }
    if flawed.count > 3 {
      let more = flawed.count - 3
      lines.append("\(more.counted("more file")) \(more.agreeing("has", "have")) flaws.")
    }
    return lines
  }
}
