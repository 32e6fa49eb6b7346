/// A table of text in aligned columns.
package struct TextTable: Sendable, Equatable {
  /// The alignment of a cell in its column.
  package enum Alignment: Sendable {
    /// For words.
    case left
    /// For numbers.
    case right
  }

  /// A heading with the alignment of the cells below it.
  package struct Column: Sendable, Equatable {
    /// The heading.
    package var title: String
    /// The alignment of the heading and the cells.
    package var alignment: Alignment

    /// A column, left-aligned by default.
    package init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// One cell.
  package struct Cell: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The text.
    package var text: String
    /// The style of the text if colours are allowed.
    package var style: TextStyle?
    /// A shorter text, used if the table would otherwise be too wide; `nil` if there is none.
    package var short: String?

    /// A cell with a style.
    package init(_ text: String, _ style: TextStyle? = nil, short: String? = nil) {
      self.text = text
      self.style = style
      self.short = short
    }

    /// A cell without a style.
    package init(stringLiteral value: String) {
      self.init(value)
    }
  }

  /// The columns, from left to right.
  package var columns: [Column]
  /// The rows; a row may have fewer cells than there are columns.
  package var rows: [[Cell]]

  /// A table from its columns and rows.
  package init(columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The table itself if it fits into `width`; otherwise the table with the short texts of its cells.
  package func fitted(to width: Int) -> TextTable {
    guard isWider(than: width) else { return self }
    var table = self
    table.rows = rows.map { $0.map { Cell($0.short ?? $0.text, $0.style) } }
    return table
  }

  /// True if a line of the table is wider than `width` terminal columns.
  package func isWider(than width: Int) -> Bool { lines().contains { $0.terminalWidth > width } }

  /// The lines of the table, without line breaks at their ends.
  ///
  /// - Parameters:
  ///   - colored: true to write styles as escape sequences.
  ///   - showsTitles: true to make the headings the first line.
  ///   - indent: spaces before every line.
  package func lines(colored: Bool = false, showsTitles: Bool = true, indent: Int = 0) -> [String] {
    let titles = columns.map { Cell($0.title, .bold) }
    let all = (showsTitles ? [titles] : []) + rows
    let cellWidths = all.map { row in row.prefix(columns.count).map { $0.text.terminalWidth } }
    let widths = columns.indices.map { column in
      cellWidths.lazy.map { column < $0.count ? $0[column] : 0 }.max() ?? 0
    }
    return zip(all, cellWidths).map { row, cellWidths in
      String(repeating: " ", count: indent)
        + line(row, zip(widths, cellWidths).map { $0 - $1 }, colored: colored)
    }
  }

  /// The text of one line; `paddings` are the spaces that fill each cell to the width of its column.
  private func line(_ row: [Cell], _ paddings: [Int], colored: Bool) -> String {
    var result = ""
    var pending = 0
    for (index, cell) in row.prefix(columns.count).enumerated() {
      let padding = paddings[index]
      let before = columns[index].alignment == .right ? padding : 0
      if !cell.text.isEmpty {
        result += String(repeating: " ", count: pending + before)
        result += colored ? cell.style?.applied(to: cell.text) ?? cell.text : cell.text
        pending = padding - before
      } else {
        pending += padding
      }
      pending += Self.gap
    }
    return result
  }

  /// The number of spaces between one column and the next.
  private static let gap = 2
}
