/// A table of text in aligned columns.
public struct TextTable: Sendable, Equatable {
  /// The side of its column on which a cell stands.
  public enum Alignment: Sendable {
    /// For words.
    case left
    /// For numbers.
    case right
  }

  /// A heading with the alignment of the cells below it.
  public struct Column: Sendable, Equatable {
    /// The heading.
    public var title: String
    /// The alignment of the heading and the cells.
    public var alignment: Alignment

    /// A column of words, unless said otherwise.
    public init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// One cell.
  public struct Cell: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The text.
    public var text: String
    /// The look where colours are allowed.
    public var style: TextStyle?
    /// The text where the table would be too wide otherwise; `nil` for the same.
    public var short: String?

    /// A cell with a look.
    public init(_ text: String, _ style: TextStyle? = nil, short: String? = nil) {
      self.text = text
      self.style = style
      self.short = short
    }

    /// A plain cell.
    public init(stringLiteral value: String) {
      self.init(value)
    }
  }

  /// The columns, from left to right.
  public var columns: [Column]
  /// The rows; a row may have fewer cells than there are columns.
  public var rows: [[Cell]]

  /// A table from its columns and rows.
  public init(columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The table, with the short forms of its cells if a line would be wider otherwise.
  public func fitted(to width: Int) -> TextTable {
    guard isWider(than: width) else { return self }
    var table = self
    table.rows = rows.map { $0.map { Cell($0.short ?? $0.text, $0.style) } }
    return table
  }

  /// True when a line is wider than so many columns of a terminal.
  public func isWider(than width: Int) -> Bool {
    lines().contains { $0.terminalWidth > width }
  }

  /// The table as lines without a line break at their ends.
  ///
  /// - Parameters:
  ///   - colored: true to write styles as escape sequences.
  ///   - showsTitles: true to make the headings the first line.
  ///   - indent: spaces before every line.
  public func lines(colored: Bool = false, showsTitles: Bool = true, indent: Int = 0) -> [String] {
    let titles = columns.map { Cell($0.title, .bold) }
    let all = (showsTitles ? [titles] : []) + rows
    let widths = columns.indices.map { column in
      all.map { column < $0.count ? $0[column].text.terminalWidth : 0 }.max() ?? 0
    }
    return all.map { row in
      String(repeating: " ", count: indent) + line(row, widths: widths, colored: colored)
    }
  }

  private func line(_ row: [Cell], widths: [Int], colored: Bool) -> String {
    var result = ""
    var pending = 0
    for (index, cell) in row.prefix(columns.count).enumerated() {
      let padding = widths[index] - cell.text.terminalWidth
      let before = columns[index].alignment == .right ? padding : 0
      if !cell.text.isEmpty {
        result += String(repeating: " ", count: pending + before)
        result += colored ? cell.style?.applied(to: cell.text) ?? cell.text : cell.text
        pending = padding - before
      } else {
        pending += widths[index]
      }
      pending += Self.gap
    }
    return result
  }

  /// The number of spaces between two cells.
  private static let gap = 2
}
