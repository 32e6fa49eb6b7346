import TOML
import Testing

/// The message of the error that an action throws.
func message(_ action: () throws -> Void) -> String {
  do {
    try action()
    return "no error"
  } catch {
    return "\(error)"
  }
}

/// The error of the reader that an action throws.
func tomlError(_ action: () throws -> Void) -> TOMLError? {
  do {
    try action()
    return nil
  } catch {
    return error as? TOMLError
  }
}

struct TOMLTableTests {
  let text = """
    name = "a board"
    count = 3
    gain = -1.5
    on = true
    place = [1, 2.5, 3]
    face = "front"
    a.b = 1
    mount = [[1, 0], [0, 1]]
    when = 2024-01-01

    [capture]
    rate = 48000
    mixer = { "ADC1 PCM Gain" = 20 }

    [[microphone]]
    name = "M1"

    [[microphone]]
    name = "M2"
      chanel = 4
    """

  func table() throws -> TOMLTable { try TOMLTable.parse(text: text, name: "x.toml") }

  @Test("values are read by their type")
  func values() throws {
    let t = try table()
    #expect(try t.string("name") == "a board")
    #expect(try t.int("count", in: 1...32) == 3)
    #expect(try t.double("count") == 3)
    #expect(try t.double("gain", in: -40...40, unit: "dB") == -1.5)
    #expect(try t.bool("on") == true)
    #expect(try t.doubles("place", count: 3) == [1, 2.5, 3])
    #expect(try t.matrix("mount", rows: 2, columns: 2) == [[1, 0], [0, 1]])
    #expect(try t.table("capture")?.table("mixer")?.int("ADC1 PCM Gain") == 20)
    #expect(try t.tables("microphone").map { try $0.string("name") } == ["M1", "M2"])
    #expect(try t.string("absent") == nil)
    #expect(try t.tables("absent").isEmpty)
    #expect(try t.scalar("count", expected: "") == .number(3))
    #expect(try t.scalar("face", expected: "") == .string("front"))
    #expect(t.keys.prefix(3) == ["name", "count", "gain"])
  }

  @Test(
    "a wrong type says what was found and what was expected",
    arguments: [
      ("name", "x.toml:1:8: name: is the string \"a board\"; a whole number is expected"),
      ("gain", "x.toml:3:8: gain: is the number -1.5; a whole number is expected"),
      ("place", "x.toml:5:9: place: is an array of 3; a whole number is expected"),
      ("capture", "x.toml:11:1: capture: is a table; a whole number is expected"),
      ("on", "x.toml:4:6: on: is true; a whole number is expected"),
      ("when", "x.toml:9:8: when: is a date or time; a whole number is expected"),
      ("count", "x.toml:2:9: count: is 3 Hz; allowed: 4 to 5 Hz"),
    ])
  func wrongType(key: String, expected: String) throws {
    let t = try table()
    #expect(message { _ = try t.int(key, in: 4...5, unit: "Hz") } == expected)
  }

  @Test("the key of an error is its path")
  func keyPath() throws {
    let t = try table()
    let capture = try t.requiredTable("capture")
    #expect(
      message { _ = try capture.string("rate") }
        == "x.toml:12:8: capture.rate: is the number 48000; a string is expected")
    #expect(
      message { _ = try capture.int("channels", example: "4") }
        == "x.toml:11:1: capture.channels: is missing; write, for example, channels = 4")
  }

  @Test("an unknown key is an error with its own place")
  func unknownKey() throws {
    let t = try TOMLTable.parse(text: "[[microphone]]\n  chanel = 4\n", name: "x.toml")
    for microphone in try t.tables("microphone") { _ = try microphone.int("channel") }
    #expect(
      message { try t.finish() }
        == "x.toml:2:3: microphone.chanel: is not a known key; did you mean \"channel\"?")
  }

  @Test("the first unknown key is the one that is reported, wherever its table is")
  func firstUnknownKey() throws {
    let t = try TOMLTable.parse(
      text: "[capture]\nrate = 1\n\"od\\u001bd\" = 2\n[else]\nx = 1\n", name: "x.toml")
    _ = try t.requiredTable("capture").int("rate")
    #expect(
      message { try t.finish() }
        == "x.toml:3:1: capture.\"od\\u{1B}d\": is not a known key; known keys: rate")
  }

  @Test(
    "limits, words and elements are checked one by one",
    arguments: [
      ("x = inf", "f:1:5: x: is inf; a finite number is expected"),
      ("x = nan", "f:1:5: x: is nan; a finite number is expected"),
      ("x = 12.5", "f:1:5: x: is 12.5 s; allowed: 0 to 10 s"),
      ("x = \"1\"", "f:1:5: x: is the string \"1\"; a number is expected"),
    ])
  func doubles(text: String, expected: String) throws {
    let t = try TOMLTable.parse(text: text, name: "f")
    #expect(message { _ = try t.double("x", in: 0...10, unit: "s") } == expected)
  }

  @Test(
    "an element of an array has its own place",
    arguments: [
      ("x = [1, 2]", "f:1:5: x: is an array of 2; an array of 3 numbers is expected"),
      ("x = [1, 2, \"3\"]", "f:1:12: x: is the string \"3\"; a number is expected"),
      ("x = [1,\n  2000, 3]", "f:2:3: x: is 2000 mm; allowed: -1000 to 1000 mm"),
    ])
  func elements(text: String, expected: String) throws {
    let t = try TOMLTable.parse(text: text, name: "f")
    #expect(message { _ = try t.doubles("x", count: 3, in: -1000...1000, unit: "mm") } == expected)
  }

  enum Face: String, CaseIterable { case front, back }

  @Test(
    "a wrong word names the words there are",
    arguments: [
      ("x = \"frnot\"", "f:1:5: x: \"frnot\" is not allowed; did you mean \"front\"? allowed: "),
      ("x = \"up\"", "f:1:5: x: \"up\" is not allowed; allowed: "),
      ("x = 1", "f:1:5: x: is the number 1; one of "),
    ])
  func words(text: String, start: String) throws {
    let t = try TOMLTable.parse(text: text, name: "f")
    let list = "\"front\", \"back\""
    #expect(
      message { _ = try t.choice("x", Face.self) }
        == start + list + (text == "x = 1" ? " is expected" : ""))
  }

  @Test("a string with an escape sequence for the terminal is refused")
  func controlCharacter() throws {
    let t = try TOMLTable.parse(text: #"x = "a\u001b[2J""#, name: "f")
    #expect(
      message { _ = try t.string("x") }
        == "f:1:5: x: contains the control character \\u{1B}; remove it")
  }
}
