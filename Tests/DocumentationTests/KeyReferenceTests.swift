import Boards
import TOML
import TestSupport
import Testing

private let rows = KeyReference.rows
private let tables = rows.map(\.table).reduce(into: [String]()) { tables, table in
  if !tables.contains(table) { tables.append(table) }
}
// Not inside @Test: Swift 6.0.3 crashes at a closure there.
private let rowsWithStandard = rows.filter { $0.standardValue != nil }
private let rowsWithBounds = rows.filter { $0.bounds != nil }
private let rowsWithWords = rows.filter { $0.words != nil }
private let requiredRows = rows.filter(\.isRequired)

@Suite("The reference of keys in boards/README.md is what the parser does")
struct KeyReferenceTests {
  /// A key that no table has, and that is near to none.
  private static let nonsense = "zzzzzzzz"

  @Test("every key that the parser knows has a row, and no other one", arguments: tables)
  func complete(table: String) throws {
    let error = try #require(Self.error(BoardText(table, [(Self.nonsense, "1")])))
    let remedy = try #require(error.remedy)
    let known = try #require(remedy.split(separator: "known keys: ").last)
    var keys = Set(rows.filter { $0.table == table }.map(\.key))
    if table.isEmpty {
      keys.formUnion(tables.compactMap { $0.split(separator: ".").first.map(String.init) })
    }
    #expect(Set(known.split(separator: ", ").map(String.init)) == keys)
  }

  @Test("buttons and lights are named", arguments: ["buttons", "leds"])
  func names(table: String) throws {
    let error = try #require(Self.error(BoardText(table, [(Self.nonsense, "1")])))
    let remedy = try #require(error.remedy)
    let known = try #require(remedy.split(separator: "known keys: ").last)
    let file = try #require(MarkdownFile.all.first { $0.path == "boards/README.md" })
    let section = file.lines.drop { $0 != "### `[\(table).NAME]`" }.dropFirst(2)
    for name in known.split(separator: ", ") {
      #expect(section.first?.contains("`\(name)`") == true, "\(name)")
    }
  }

  @Test("examples are taken", arguments: rows)
  func example(row: KeyReference.Row) throws {
    let value = try #require(row.value)
    #expect(Self.error(BoardText(row.table, [(row.key, value)]))?.description == nil)
  }

  @Test("a default changes nothing", arguments: rowsWithStandard)
  func standard(row: KeyReference.Row) throws {
    let value = try #require(row.standardValue)
    let without = try BoardText(row.table, []).board()
    let with = try BoardText(row.table, [(row.key, value)]).board()
    #expect(with == without)
  }

  @Test("a required key that is not there is missed", arguments: requiredRows)
  func required(row: KeyReference.Row) throws {
    let error = try #require(Self.error(BoardText(row.table, [], without: row.key)))
    #expect(error.problem == "is missing")
    #expect(error.description.contains(row.key))
  }

  @Test("bounds and units are those of the parser", arguments: rowsWithBounds)
  func bounds(row: KeyReference.Row) throws {
    let (low, high) = try #require(row.bounds)
    let said = "allowed: \(low) to \(high)" + (row.unit.isEmpty ? "" : " \(row.unit)")
    for (bound, step) in [(low, -1.0), (high, 1.0)] {
      let number = try #require(Double(bound))
      let error = Self.error(BoardText(row.table, [(row.key, row.replacing(number + step))]))
      #expect(error?.remedy == said)
      // The bound itself is inside, whatever else may be wrong with it.
      let inside = BoardText(row.table, [(row.key, row.replacing(number))])
      #expect(Self.error(inside)?.remedy?.hasPrefix("allowed: \(low)") != true)
    }
  }

  @Test("words are those of the parser", arguments: rowsWithWords)
  func words(row: KeyReference.Row) throws {
    let words = try #require(row.words)
    let wrong = "\"\(Self.nonsense)\""
    let value = row.example.hasPrefix("`[") ? "[\(wrong)]" : wrong
    let error = try #require(Self.error(BoardText(row.table, [(row.key, value)])))
    let remedy = try #require(error.remedy)
    let allowed = try #require(remedy.split(separator: "allowed: ").last)
    #expect(Set(allowed.split(separator: ", ").map(String.init)) == Set(words))
  }

  private static func error(_ text: BoardText) -> TOMLError? {
    do throws(TOMLError) { _ = try text.board() } catch { return error }
    return nil
  }
}

extension KeyReference.Row {
  /// The example with another number, in the same form.
  fileprivate func replacing(_ number: Double) -> String {
    let value = value ?? ""
    let text = value.contains(".") ? "\(number)" : "\(Int(number))"
    guard value.hasPrefix("[") else { return text }
    return value.replacing(/\[[^,\]]+/, with: "[" + text, maxReplacements: 1)
  }
}

/// The text of a small board file, in which one table has other keys than usual.
private struct BoardText {
  private var text: String

  /// The keys that a board file needs, and those that an optional table needs.
  private static let usual: [(table: String, keys: [(String, String)])] = [
    ("", [("schema", "1"), ("name", "\"B\""), ("source", "\"made for a test\"")]),
    ("capture", [("device", "\"hw:CARD=card\""), ("channels", "4")]),
    ("microphone", [("name", "\"MIC1\""), ("channel", "0"), ("position", "[-30.0, 0.0, 0.0]")]),
    (
      "data-source",
      [
        ("name", "\"Front\""), ("orientation", "\"front\""), ("forward", "[0.0, 0.0, 1.0]"),
        ("patterns", "[\"omni\", \"stereo\"]"),
      ]
    ),
    ("body", [("size", "[65.0, 65.0, 3.0]")]),
    ("accelerometer", [("chip", "\"lis3dh\""), ("address", "0x18")]),
    ("playback", [("device", "\"hw:CARD=card\"")]),
    ("buttons.record", [("chip", "\"chip\""), ("line", "5")]),
    ("leds.record", [("chip", "\"chip\""), ("line", "5")]),
    ("power", [("chip", "\"chip\""), ("line", "5")]),
    ("header-use", [("by", "\"x\""), ("lines", "[\"GPIO4\"]")]),
    ("part", [("name", "\"x\""), ("wires", "[]")]),
  ]
  private static let needed = 4

  /// A file in which a table has some keys beside its usual ones, or instead of them.
  init(_ table: String, _ keys: [(String, String)], without missing: String? = nil) {
    let table = table.replacing("NAME", with: "record")
    let given = keys + keys.flatMap { Self.companions(table, $0.0, $0.1) }
    var tables = Self.usual.enumerated().filter {
      $0.offset < Self.needed || $0.element.table == table
    }
    .map(\.element)
    if !tables.contains(where: { $0.table == table }) { tables.append((table, [])) }
    text = ""
    for (name, usual) in tables {
      var all = usual
      if name == table {
        let names = given.map(\.0) + [missing].compactMap { $0 }
        // A line has a name, or a chip and a number.
        let isNamed = name.contains("record") || name == "power"
        all.removeAll { key in
          names.contains(key.0) || (isNamed && names.contains("name") && key.0 != "name")
        }
        all += given
      }
      text += Self.heading(name) + all.map { "\($0.0) = \($0.1)\n" }.joined()
      if name == "microphone" {
        text += "[[microphone]]\nname = \"MIC2\"\nchannel = 1\nposition = [30.0, 0.0, 0.0]\n"
      }
    }
  }

  private static func heading(_ table: String) -> String {
    switch table {
    case "": ""
    case "microphone", "data-source", "header-use", "part": "[[\(table)]]\n"
    default: "[\(table)]\n"
    }
  }

  /// Keys that another one needs beside it.
  private static func companions(
    _ table: String, _ key: String, _ value: String
  ) -> [(String, String)] {
    switch (table, key, value) {
    case ("body", "radius", _): [("model", "\"sphere\"")]
    case ("body", "responses", _): [("model", "\"measured\"")]
    case ("orientation", "up", _): [("mode", "\"fixed\"")]
    case ("orientation", "mode", "\"fixed\""): [("up", "[0.0, 1.0, 0.0]")]
    case ("data-source", "left", _): [("right", "\"MIC1\"")]
    case ("data-source", "right", _): [("left", "\"MIC2\"")]
    case ("capture", "input-gain", _): [("gain-controls", "[\"Mic\"]")]
    case ("capture", "buffer", "1"): [("period", "16"), ("rate", "192000")]
    default: []
    }
  }

  /// The board.
  func board() throws(TOMLError) -> Board { try Board.load(text: text, name: "b.toml", id: "b") }
}
