import Drawings

/// A page of characters to draw on; row 0 is at the top.
struct CharacterGrid: Sendable, Equatable {
  /// One cell of the page.
  private struct Cell: Sendable, Equatable {
    var character: Character = " "
    var style: TextStyle?
  }

  let columns: Int
  let rows: Int
  private var cells: [Cell]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  /// Writes text from a cell to the right; the part of the text that is beyond the page is left out.
  mutating func write(_ text: String, column: Int, row: Int, style: TextStyle? = nil) {
    guard (0..<rows).contains(row) else { return }
    for (offset, character) in text.enumerated() where (0..<columns).contains(column + offset) {
      cells[row * columns + column + offset] = Cell(character: character, style: style)
    }
  }

  /// True if a run of cells in one row lies on the page, and all of them are blank.
  func isBlank(column: Int, row: Int, count: Int) -> Bool {
    guard (0..<rows).contains(row), column >= 0, column + count <= columns else { return false }
    let start = row * columns + column
    return cells[start..<(start + count)].allSatisfy { $0.character == " " }
  }

  /// The rows of the page as text, without spaces at their ends.
  func lines(colored: Bool) -> [String] {
    (0..<rows).map { row in
      let line = cells[(row * columns)..<((row + 1) * columns)]
      let end = line.lastIndex { $0.character != " " }.map { $0 + 1 } ?? line.startIndex
      return Self.text(line[line.startIndex..<end], colored: colored)
    }
  }

  private static func text(_ cells: ArraySlice<Cell>, colored: Bool) -> String {
    var result = ""
    var rest = cells
    while let first = rest.first {
      let run = rest.prefix { $0.style == first.style }
      let text = String(run.map(\.character))
      result += colored ? first.style?.applied(to: text) ?? text : text
      rest = rest.dropFirst(run.count)
    }
    return result
  }
}
