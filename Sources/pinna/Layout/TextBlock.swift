import Drawings

/// Lines of text that are arranged as one block; escape sequences in them count as no columns.
struct TextBlock: Sendable, Equatable {
  var lines: [String]

  /// The number of columns of the longest line.
  var width: Int { lines.map(Self.width).max() ?? 0 }

  /// The number of columns of a line that may contain escape sequences of ``TextStyle``.
  static func width(of line: String) -> Int {
    var visible = ""
    var isEscape = false
    for character in line {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { visible.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    return visible.terminalWidth
  }

  /// The block with every line padded to the given width.
  func padded(to width: Int, _ alignment: TextTable.Alignment = .left) -> TextBlock {
    TextBlock(
      lines: lines.map { line in
        let spaces = String(repeating: " ", count: max(0, width - Self.width(of: line)))
        return alignment == .left ? line + spaces : spaces + line
      })
  }

  /// The lines of several blocks side by side, aligned at the top.
  static func beside(_ blocks: [TextBlock], gap: Int) -> [String] {
    let height = blocks.map(\.lines.count).max() ?? 0
    return (0..<height).map { row in
      var line = ""
      var column = 0
      for block in blocks {
        let text = row < block.lines.count ? block.lines[row] : ""
        if !text.isEmpty, text.contains(where: { $0 != " " }) {
          line += String(repeating: " ", count: max(0, column - width(of: line))) + text
        }
        column += block.width + gap
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
