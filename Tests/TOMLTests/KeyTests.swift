import TOML
import Testing

private enum Colour: String, CaseIterable { case red, green }

private struct Inner: KeyedTable, Equatable {
  @Key("size", 0...10, "mm", "width of the inner part") var size = 2.0
  @Key("level", -10...0, "dB", example: "-4", isRequired: true) var level = -4.0
}

private struct Outer: KeyedTable, Equatable {
  @Key("name", .text, example: "\"x\"") var name: String?
  @Key("colour", .word(), "of the case") var colour = Colour.red
  @Key("deep.count", .whole(1...3, "parts")) var count = 1
  @Key("inner", .optionalTable()) var inner: Inner? = nil
  @Key("part", .tables()) var parts: [Inner] = []
}

@Suite("A key is one declaration")
struct KeyTests {
  private func read(_ text: String) throws -> Outer {
    let table = try TOMLTable.parse(text: text, name: "f")
    let outer = try Outer(table)
    try table.finish()
    return outer
  }

  @Test("keys that are absent have their defaults, others their values")
  func values() throws {
    #expect(try read("") == Outer())
    let read = try read(
      "colour = \"green\"\ndeep.count = 2\n[inner]\nlevel = -1\n[[part]]\nlevel = 0\nsize = 1\n")
    #expect(read.colour == .green && read.count == 2 && read.name == nil)
    #expect(read.inner?.size == 2 && read.inner?.level == -1)
    #expect(read.parts.map(\.size) == [1])
  }

  @Test("a value that is changed does not change copies")
  func copies() {
    let first = Outer()
    var second = first
    second.count = 3
    #expect(first.count == 1 && second.count == 3 && first != second)
  }

  @Test(
    "mistakes say where and what would be right",
    arguments: [
      ("[inner]", "f:1:1: inner.level: is missing; write, for example, level = -4"),
      ("[inner]\nlevle = 1", "f:2:1: inner.levle: is not a known key; did you mean \"level\"?"),
      ("deep.count = 4", "f:1:14: deep.count: is 4 parts; allowed: 1 to 3 parts"),
      ("deep.cuont = 2", "f:1:6: deep.cuont: is not a known key; did you mean \"count\"?"),
      ("colour = \"blue\"", "f:1:10: colour: \"blue\" is not allowed; allowed: \"red\", \"green\""),
      ("[[part]]\nlevel = 0\nsize = 11", "f:3:8: part.size: is 11 mm; allowed: 0 to 10 mm"),
    ])
  func mistakes(text: String, expected: String) {
    #expect(message { _ = try read(text) } == expected)
  }

  @Test("declarations have path, default, allowed values and the line of a template")
  func declarations() {
    let keys = Outer.keys
    #expect(
      keys.map(\.path) == [
        "name", "colour", "deep.count", "inner.size", "inner.level", "part.size", "part.level",
      ])
    #expect(keys.map(\.standard) == [nil, "\"red\"", "1", "2.0", "-4.0", "2.0", "-4.0"])
    #expect(keys.map(\.form).suffix(3) == [.optionalTable, .array, .array])
    #expect(keys[2].allowed.description == "1 to 3 parts")
    #expect(keys[1].templateLine == "# colour = \"red\"                # red | green: of the case")
    #expect(
      keys[3].templateLine
        == "## size = 2.0                   # width of the inner part, 0 to 10 mm")
  }

  @Test("a table is described as a struct without keys is")
  func description() {
    #expect("\(Inner())" == "Inner(size: 2.0, level: -4.0)")
  }
}
