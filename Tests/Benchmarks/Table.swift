/// Text in columns: the first is flush left, the others are flush right.
struct Table: Sendable {
  /// One field: its text, and for a figure with a limit what it is, seen from there.
  struct Cell: Sendable, ExpressibleByStringLiteral {
    let text: String
    let mark: Mark?

    init(_ text: String, _ mark: Mark? = nil) {
      self.text = text
      self.mark = mark
    }

    init(stringLiteral text: String) { self.init(text) }

    /// The text with a sign that needs no colour.
    var signed: String { mark.map { "\(text) \($0.rawValue)" } ?? text }
  }

  /// The verdict on a figure, seen from its limit: a sign behind it, and a colour on a terminal.
  enum Mark: String, Sendable {
    case missed = "!"
    case met = "="

    /// The code of ECMA-48 that turns the colour on.
    fileprivate var colour: String {
      switch self {
      case .missed: "\u{1b}[1;31m"
      case .met: "\u{1b}[32m"
      }
    }
  }

  /// The cells of every line, the header first.
  let lines: [[Cell]]

  /// A table of marked figures.
  init(cells: [[Cell]]) { lines = cells }

  /// A table of texts.
  init(lines: [[String]]) { self.init(cells: lines.map { line in line.map { Cell($0) } }) }

  /// The number of figures that are not what they must be.
  var missed: Int { lines.joined().count { $0.mark == .missed } }

  /// The aligned text, with colours for a terminal or without.
  func text(isColoured: Bool) -> String {
    let columns = lines.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      lines.map { column < $0.count ? $0[column].signed.count : 0 }.max() ?? 0
    }
    return lines.map { line in
      "  "
        + line.enumerated().map { column, cell in
          let padding = String(repeating: " ", count: widths[column] - cell.signed.count)
          let text = isColoured ? Self.coloured(cell) : cell.signed
          return column == 0 ? text + padding : padding + text
        }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }

  private static func coloured(_ cell: Cell) -> String {
    cell.mark.map { $0.colour + cell.signed + "\u{1b}[0m" } ?? cell.signed
  }
}
