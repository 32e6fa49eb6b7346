import Drawings
import TakeFiles

/// A table of takes that fits a terminal of 100 columns.
struct TakesTable {
  private let takes: [TakeSet]
  private let width: Int

  init(_ takes: [TakeSet], terminal: Terminal) {
    self.takes = takes
    width = max(100, terminal.isTerminal ? terminal.width : 100)
  }

  /// One row for each take.
  var table: TextTable {
    let rows = takes.map(row)
    // What the other columns leave; the reason may be a sentence.
    let others = (0..<7).reduce(0) { sum, column in
      sum + 2 + (rows.map { $0[column].text.terminalWidth } + [Self.titles[column].count]).max()!
    }
    let room = max(12, width - others)
    return TextTable(
      columns: Self.titles.enumerated().map { index, title in
        TextTable.Column(title, [2, 5].contains(index) ? .right : .left)
      },
      rows: rows.map { row in
        var row = row
        row[7].text = Self.shortened(row[7].text, to: room)
        return row
      })
  }

  private static let titles = [
    "Take", "Date", "Length", "Format", "Case", "Size", "Marks", "Ended",
  ]

  private func row(_ take: TakeSet) -> [TextTable.Cell] {
    let name = take.number.map { "\($0)" } ?? Self.shortened(take.name, to: 20)
    guard let first = take.main.first else {
      let damage = take.damaged.first.map(Self.problem) ?? ""
      return [
        TextTable.Cell(name), "", "", "", "", "", "", TextTable.Cell(damage, .red),
      ]
    }
    return [
      TextTable.Cell(name, .bold), TextTable.Cell(TakeText.date(first.metadata)),
      TextTable.Cell(TakeText.length(seconds: take.seconds)),
      TextTable.Cell(TakeText.format(first) + Self.extras(take)), TextTable.Cell(Self.place(first)),
      TextTable.Cell(TakeText.size(take.bytes)), marks(take), ended(take),
    ]
  }

  /// The board, and the case that was latched; for files of others, who made them.
  private static func place(_ file: TakeFile) -> String {
    if case .other(let maker) = file.origin { return shortened(maker ?? "", to: 22) }
    return shortened("\(file.metadata.boardID) \(TakeText.caseName(file.metadata))", to: 28)
  }

  /// What there is beside the stereo file: "+raw", "+safety", and how many parts.
  private static func extras(_ take: TakeSet) -> String {
    let parts = take.main.count
    var text = parts > 1 ? " x\(parts)" : ""
    let mainContent = take.main.first?.name?.content ?? .rendered
    for content in TakeName.Content.allCases where content != mainContent {
      if !take.files(content).isEmpty { text += " +\(content.rawValue)" }
    }
    return text
  }

  private func marks(_ take: TakeSet) -> TextTable.Cell {
    let clips = take.markers.filter { $0.kind == .clip }.count
    let rest = take.markers.filter { ![.clip, .gap].contains($0.kind) }.count
    var words: [String] = []
    if !take.gaps.isEmpty { words.append(TakeText.count(take.gaps.count, "gap")) }
    if clips > 0 { words.append(TakeText.count(clips, "clip")) }
    if rest > 0 { words.append(TakeText.count(rest, "mark")) }
    return TextTable.Cell(words.joined(separator: " "), take.gaps.isEmpty ? nil : .yellow)
  }

  private func ended(_ take: TakeSet) -> TextTable.Cell {
    if take.isInProgress { return TextTable.Cell("recording, or cut off", .yellow) }
    if let damaged = take.damaged.first { return TextTable.Cell(Self.problem(damaged), .red) }
    guard take.main.last?.origin == .pinna else { return "" }
    let end = take.end ?? TakeMetadata.unfinished
    let isPlain = ["stopped", "length reached"].contains(end)
    return TextTable.Cell(end, isPlain ? nil : .yellow)
  }

  private static func problem(_ damaged: TakeSet.Damaged) -> String {
    switch damaged.error {
    case .malformed, .unsupported: "damaged: see pinna takes verify"
    default: "cannot be read: \(damaged.error)"
    }
  }

  private static func shortened(_ text: String, to width: Int) -> String {
    guard text.terminalWidth > width else { return text }
    var short = text
    while short.terminalWidth > width - 3 { short.removeLast() }
    return short + "..."
  }

  /// How much there is in all, and what should be done.
  var totals: [String] {
    let seconds = takes.reduce(0) { $0 + $1.seconds }
    let bytes = takes.reduce(0) { $0 + $1.bytes }
    var lines = [
      "\(TakeText.count(takes.count, "take")), \(TakeText.length(seconds: seconds)), "
        + TakeText.size(bytes)
    ]
    if takes.contains(where: \.isInProgress) {
      lines.append(
        "Takes that were cut off become whole with 'pinna takes recover'; those being recorded are left alone."
      )
    }
    return lines
  }
}
