import Drawings
import Essentials

/// A line for a terminal; its columns are counted before its styles become escape sequences.
struct StyledText: Equatable, Sendable {
  /// A piece of the line that has one style.
  struct Span: Equatable, Sendable {
    var text: String
    var style: TextStyle?
  }

  private(set) var spans: [Span] = []

  /// Makes an empty line.
  init() {}

  /// Makes a line of one piece; characters that could control a terminal become question marks.
  init(_ text: String, _ style: TextStyle? = nil) { add(text, style) }

  /// Makes a line of these pieces, in order.
  init(_ pieces: [StyledText]) { spans = pieces.flatMap(\.spans) }

  /// Makes a line from a text that contains escape sequences of ``Drawings/TextStyle``.
  init(escaped line: String) {
    var style: TextStyle?
    for (index, part) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard index > 0, let end = part.firstIndex(of: "m") else {
        add(String(part), style)
        continue
      }
      style = TextStyle(rawValue: String(part[..<end]))
      add(String(part[part.index(after: end)...]), style)
    }
  }

  /// The width of the line in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.terminalWidth } }

  /// The text of the line without styles.
  var plain: String { spans.map(\.text).joined() }

  /// Adds a piece at the end of the line.
  mutating func add(_ text: String, _ style: TextStyle? = nil) {
    if !text.isEmpty { spans.append(Span(text: text.printable, style: style)) }
  }

  static func + (left: StyledText, right: StyledText) -> StyledText { StyledText([left, right]) }

  /// The line with spaces added until it has this many columns.
  func padded(to columns: Int) -> StyledText {
    self + StyledText(String(repeating: " ", count: max(0, columns - width)))
  }

  /// The line, cut off after this many columns.
  func cut(to columns: Int) -> StyledText {
    var result = StyledText()
    var left = columns
    for span in spans {
      var kept = ""
      for character in span.text {
        left -= character.terminalWidth
        guard left >= 0 else { break }
        kept.append(character)
      }
      result.add(kept, span.style)
      guard left >= 0 else { break }
    }
    return result
  }

  /// This text at the left end and another at the right end of a number of columns; the left one is cut if it is too
  /// long.
  func opposite(_ right: StyledText, columns: Int) -> StyledText {
    let end = right.cut(to: columns)
    return cut(to: max(0, columns - end.width - 1)).padded(to: columns - end.width) + end
  }

  /// Two groups of lines side by side; the ones on the right begin after this many columns.
  static func beside(_ left: [StyledText], width: Int, _ right: [StyledText]) -> [StyledText] {
    (0..<max(left.count, right.count)).map { row in
      let first = row < left.count ? left[row] : StyledText()
      return row < right.count ? first.padded(to: width) + right[row] : first
    }
  }

  /// The line as it is written to a terminal, without spaces at its end.
  func rendered(colored: Bool) -> String {
    var pieces = spans[...]
    while let last = pieces.last, last.text.allSatisfy({ $0 == " " }) { pieces.removeLast() }
    return pieces.map { colored ? $0.style?.applied(to: $0.text) ?? $0.text : $0.text }.joined()
  }
}
