/// The text of a board file in which single values are replaced, and all else stays as it is.
struct BoardFileText {
  private var lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The text.
  var text: String { lines.joined(separator: "\n") }

  /// Writes a value behind a key of a table, which is added when it is not there; false when there is no such table.
  mutating func set(_ key: String, to value: String, table: String, number: Int) -> Bool {
    let tables = tables(table)
    guard tables.indices.contains(number) else { return false }
    if let line = tables[number].first(where: { self.key(of: $0) == key }) {
      lines[line] = Self.replaced(lines[line], by: value)
    } else {
      lines.insert("\(key) = \(value)", at: end(of: tables[number]))
    }
    return true
  }

  /// Whether the first such table has a key.
  func contains(_ key: String, table: String) -> Bool {
    tables(table).first?.contains { self.key(of: $0) == key } ?? false
  }

  /// Adds an empty table behind the last one of another name.
  mutating func addTable(_ table: String, after other: String) {
    let place = tables(other).last.map(end) ?? lines.count
    lines.insert(contentsOf: ["", table], at: place)
  }

  /// Puts two lines of comment at the start of a table, in place of those that were put there before.
  mutating func note(
    _ first: String, _ second: String, replacing start: String, table: String
  ) {
    guard let table = tables(table).first else { return }
    let place = table[0] + 1
    if let old = table.first(where: { lines[$0].hasPrefix(start) }), table.contains(old + 1),
      lines[old + 1].hasPrefix("#")
    {
      lines.removeSubrange(old...(old + 1))
    }
    lines.insert(contentsOf: [first, second], at: place)
  }

  /// The lines of every table of a name, from its header on, without those within strings over several lines.
  private func tables(_ table: String) -> [[Int]] {
    var tables: [(name: String, lines: [Int])] = []
    var isCode = true
    for line in lines.indices {
      let marks = lines[line].count(of: "\"\"\"") + lines[line].count(of: "'''")
      if isCode {
        let bare = Self.bare(lines[line])
        if bare.hasPrefix("["), bare.hasSuffix("]"), !bare.contains("=") {
          tables.append((bare, [line]))
        } else if !tables.isEmpty {
          tables[tables.count - 1].lines.append(line)
        }
      }
      if marks % 2 != 0 { isCode.toggle() }
    }
    return tables.filter { $0.name == table }.map(\.lines)
  }

  /// Behind the last line of a table that is no comment and not empty.
  private func end(of table: [Int]) -> Int {
    (table.last { !Self.bare(lines[$0]).isEmpty } ?? table[0]) + 1
  }

  private func key(of line: Int) -> String? {
    let bare = Self.bare(lines[line])
    guard let sign = bare.firstIndex(of: "="), bare.first != "[" else { return nil }
    return Self.trimmed(bare[..<sign])
  }

  /// A line without its comment and the space around.
  private static func bare(_ line: String) -> String {
    trimmed(line[..<comment(in: line)])
  }

  /// Where the comment of a line begins: at a sign that is not within quotes.
  private static func comment(in line: String) -> String.Index {
    var quote: Character?
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        return index
      }
    }
    return line.endIndex
  }

  /// A line with another value, and its comment where it was as far as there is room.
  private static func replaced(_ line: String, by value: String) -> String {
    let comment = comment(in: line)
    guard let sign = line.firstIndex(of: "="), sign < comment else { return line }
    let start = "\(trimmedEnd(line[..<sign])) = \(value)"
    guard comment < line.endIndex else { return start }
    let column = line.distance(from: line.startIndex, to: comment)
    let space = String(repeating: " ", count: max(1, column - start.count))
    return start + space + String(line[comment...])
  }

  private static func trimmed(_ text: Substring) -> String {
    trimmedEnd(text.drop(while: \.isWhitespace))
  }

  private static func trimmedEnd(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func count(of part: String) -> Int {
    var (count, rest) = (0, Substring(self))
    while let first = rest.firstRange(of: part) {
      count += 1
      rest = rest[first.upperBound...]
    }
    return count
  }
}

extension Substring {
  /// Where a text is first.
  fileprivate func firstRange(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        return start..<(index(start, offsetBy: part.count))
      }
      start = index(after: start)
    }
    return nil
  }
}
