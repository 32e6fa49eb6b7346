import TOML
import Testing

@Suite("A value is set in a text, and all else stays")
struct TOMLTextTests {
  private func set(_ key: String, _ value: String, _ table: String, in text: String) -> String {
    var changed = TOMLText(text)
    changed.set(key, to: value, table: table)
    return changed.text
  }

  @Test(
    "in every form of a table",
    arguments: [
      ("[t]\na = 1 # one\n", "[t]\na = 22 # one\n"),
      ("t = { a = 1, b = 2 }\n", "t = { a = 22, b = 2 }\n"), ("t.a = 1\n", "t.a = 22\n"),
      ("t.b = 1\n", "t.b = 1\nt.a = 22\n"), ("[t]\r\nb = 1\r\n", "[t]\r\nb = 1\r\na = 22\r\n"),
      ("[t]\n# a = 5    # five\n", "[t]\na = 22     # five\n"), ("[t]\n## a = 5", "[t]\na = 22"),
      ("[u]\n# a = 5\n[t]\n", "[u]\n# a = 5\n[t]\na = 22\n"),
      ("[t]\n[u]\n# a = 5\n", "[t]\na = 22\n[u]\n# a = 5\n"), ("x = 1", "x = 1\n\n[t]\na = 22\n"),
      ("[\"\\u0074\"]\n\"\\u0061\" = 1\n", "[\"\\u0074\"]\n\"\\u0061\" = 22\n"),
    ])
  func forms(text: String, expected: String) throws {
    #expect(set("a", "22", "t", in: text) == expected)
    #expect(try TOMLTable.parse(text: expected, name: "f").table("t")?.int("a") == 22)
  }

  @Test(
    "a comment that is prose, or a line inside a value, is not taken for the key",
    arguments: [
      "[t]\n# a = 5 and more\n", "[t]\n# a = 5, or 6\n", "[t]\n# a = [\n", "[t]\n# a = nine\n",
      "[t]\nb = \"\"\"\n# a = 5\n\"\"\"\n", "[t]\nb = [\n# a = 5\n]\n",
    ])
  func prose(text: String) throws {
    let changed = set("a", "22", "t", in: text)
    #expect(changed != text && changed.replacing("a = 22\n", with: "") == text)
    #expect(try TOMLTable.parse(text: changed, name: "f").table("t")?.int("a") == 22)
  }

  @Test("a key of the file itself stands before the first table")
  func root() {
    #expect(set("a", "1", "", in: "# b\n[t]\na = 2\n") == "a = 1\n# b\n[t]\na = 2\n")
    #expect(set("a", "1", "", in: "b = 2\n[t]\n") == "b = 2\na = 1\n[t]\n")
    #expect(set("a", "1", "", in: "") == "a = 1\n")
  }

  @Test(
    "a text is one value, or it is none",
    arguments: [
      ("1", true), ("\"a b\"", true), ("[1, 2]", true), ("true", true), ("{ a = 1 }", true),
      ("a b", false), ("1 # one", false), ("1\ny = 2", false), ("", false), ("\"a", false),
    ])
  func value(text: String, isOne: Bool) { #expect(TOMLText.isValue(text) == isOne) }

  @Test("strings get their quotes and lose them", arguments: ["", "a", "a \"b\" \\ c", "x\ny"])
  func literals(text: String) {
    #expect(TOMLText.isValue(TOMLText.literal(text)))
    #expect(TOMLText.plain(TOMLText.literal(text)) == text)
  }
}
