extension StringProtocol {
  /// The text, broken between words into lines of at most `width` columns.
  ///
  /// Line breaks in the text are kept. If a line starts with spaces, so does every line into which it is broken. A word
  /// longer than a line is not broken.
  package func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let indent = String(line.prefix { $0 == " " })
      return Self.wrap(line.dropFirst(indent.count), width: width, indent: indent)
    }
  }

  private static func wrap(_ line: some StringProtocol, width: Int, indent: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      if current.isEmpty {
        current = indent + word
      } else if current.terminalWidth + 1 + word.terminalWidth <= width {
        current += " " + word
      } else {
        lines.append(current)
        current = indent + word
      }
    }
    return lines + [current]
  }
}

extension Sequence<String> {
  /// The texts, joined into lines of at most `width` columns; a text longer than a line is not broken.
  package func lines(joinedBy separator: String, width: Int) -> [String] {
    reduce(into: []) { lines, text in
      let longer = lines.last.map { $0 + separator + text }
      if let longer, longer.terminalWidth <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(text)
      }
    }
  }
}
