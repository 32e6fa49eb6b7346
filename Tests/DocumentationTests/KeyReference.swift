import Testing

/// The reference of keys in boards/README.md.
struct KeyReference: Sendable {
  /// A row of one of its tables.
  struct Row: Sendable, CustomTestStringConvertible {
    /// The table of the board file, "" for the whole file: "capture", "buttons.NAME".
    var table: String
    var key: String
    var unit: String
    var standard: String
    var allowed: String
    var example: String

    var testDescription: String { table.isEmpty ? key : "\(table).\(key)" }
    /// True when the key must be there.
    var isRequired: Bool { standard == "required" }
    /// The default, as a value of TOML; `nil` where it is told in words, or where there is none.
    var standardValue: String? { literal(standard) }
    /// The example, as a value of TOML.
    var value: String? { literal(example) }
    /// The words that are allowed, where only they are.
    var words: [String]? {
      let words = allowed.split(separator: ", ").map { literal(String($0)) }
      return words.contains(nil) ? nil : words.compactMap { $0 }
    }
    /// The bounds of a number.
    var bounds: (low: String, high: String)? {
      guard let match = allowed.wholeMatch(of: /(-?[0-9.]+) to (-?[0-9.]+)/) else { return nil }
      return (String(match.output.1), String(match.output.2))
    }

    /// The text in a code span.
    private func literal(_ cell: String) -> String? {
      guard cell.hasPrefix("`"), cell.hasSuffix("`"), cell.count > 2 else { return nil }
      return String(cell.dropFirst().dropLast())
    }
  }

  /// Every row, in its order; one without a key goes on with what the row above it allows.
  static let rows: [Row] = {
    guard let file = MarkdownFile.all.first(where: { $0.path == "boards/README.md" }) else {
      return []
    }
    var (rows, table): ([Row], String?) = ([], nil)
    for (_, line) in file.prose.drop(while: { $0.text != "## Keys" }).dropFirst() {
      if line.hasPrefix("## ") { break }
      if line.hasPrefix("### ") { table = Self.table(line) }
      if let table, let row = row(line, in: table) {
        rows.append(row)
      } else if line.hasPrefix("| | "), let last = rows.indices.last {
        rows[last].allowed += " \(cells(line)[5])"
      }
    }
    return rows
  }()

  /// The table that a heading names: "capture" of "### `[capture]`".
  private static func table(_ heading: String) -> String {
    heading.firstMatch(of: /\[([a-zA-Z.-]+)\]/).map { String($0.output.1) } ?? ""
  }

  /// The cells of a line, with the empty ones before and behind it.
  private static func cells(_ line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func row(_ line: String, in table: String) -> Row? {
    let cells = cells(line)
    guard cells.count == 8, cells[1].hasPrefix("`") else { return nil }
    return Row(
      table: table, key: String(cells[1].dropFirst().dropLast()), unit: cells[3],
      standard: cells[4], allowed: cells[5], example: cells[6])
  }
}
