import Glibc
import TestSupport
import Testing

@Suite("The page of JSON says what --json prints")
struct JSONSchemaTests {
  private static let path = "Sources/pinna/JSON.md"

  private static let folders = [
    "pinna", "Face", "Recorder", "Diagnostics", "Beamforming", "Boards", "TakeFiles", "TOML",
  ]

  private static let schema = JSONSchema(
    folders.flatMap { folder in
      let find = ["find", "\(MarkdownFile.root)/Sources/\(folder)", "-name", "*.swift"]
      let paths = ChildProcess.run(find)?.output.split(separator: "\n").sorted() ?? []
      return paths.map { path in
        let text = MarkdownFile.text(of: String(path)) ?? ""
        return (
          String(path.dropFirst(MarkdownFile.root.count + 1)), text.split(separator: "\n")
        )
      }
    })

  @Test("every type has its fields there, and no other; PINNA_WRITE_FIXTURES=1 writes them anew")
  func page() throws {
    let file = "\(MarkdownFile.root)/\(Self.path)"
    let old = try #require(MarkdownFile.text(of: file))
    let start = try #require(old.firstRange(of: "| command |")).lowerBound
    let title = try #require(old[..<start].firstRange(of: " of the format.")).lowerBound
    let version = try #require(old[..<title].split(separator: " ").last.flatMap { Int($0) })
    let top = old[..<start].replacing("\(version) of the", with: "\(JSONSchema.version) of the")
    let new = String(top) + Self.schema.page
    let broken = JSONSchema.broken(old, by: new)
    try #require(
      broken == [] || version < JSONSchema.version,
      "raise JSONSchema.version: programs that read these fields would fail")
    if getenv("PINNA_WRITE_FIXTURES") != nil {
      let descriptor = open(file, O_WRONLY | O_TRUNC)
      defer { close(descriptor) }
      #expect(write(descriptor, new, new.utf8.count) == new.utf8.count)
    } else {
      #expect(old == new)
    }
  }

  @Test("nothing is printed that has no command there")
  func complete() {
    // The designs of a case are printed as facts of their own, and their figures are kept for the next time.
    #expect(Self.schema.unprinted(below: "Sources/pinna/") == ["CaseFigures", "DesignFigures"])
    #expect(JSONSchema.commands.count == 41)
    #expect(Self.schema.untyped == [], "write their types down")
  }

  @Test("a field that disappears or changes needs a new version; an added one does not")
  func breaks() {
    func page(_ fields: String, _ words: String = "a b") -> String {
      "# Page\n```text\nA: \(fields)\n```\n\n```text\nx (of y): \(words)\n```\n"
    }
    let old = page("b: string; c?: number[];\n    d: (\"u\" | \"v\")[];")
    for (fields, broken) in [
      ("b: string; c?: number[]; d: (\"u\" | \"v\")[];", []),
      ("b: string; c: number[]; e: A; d: (\"u\" | \"w\" | \"v\")[];", []),
      ("b?: string; c?: number; d: (\"u\" | \"w\")[];", ["A.b", "A.c", "A.d"]),
      ("bb: string; c?: integer[]; d: \"u\" | \"v\";", ["A.b", "A.c", "A.d"]),
    ] { #expect(JSONSchema.broken(old, by: page(fields)) == broken, "\(fields)") }
    #expect(JSONSchema.broken(page("b: A;"), by: page("b: A;", "a b c")) == [])
    #expect(JSONSchema.broken(page("b: A;"), by: page("b: A;", "a c")) == ["x (of y)"])
  }

  @Test("a number has one unit, and its name states the unit everywhere or nowhere")
  func units() {
    let numbers = Self.schema.kinds.filter { $0.value.contains("number") }
    for units in [
      ["Seconds", "Milliseconds", "Microseconds"], ["Metres", "Millimetres"], ["Decibels"],
      ["Degrees"], ["Hertz"], ["Frames"], ["Bytes"], ["Parts"],
    ] {
      for name in numbers.keys {
        guard let unit = units.first(where: { name.hasSuffix($0) }) else { continue }
        let fact = name.dropLast(unit.count)
        let others = [fact] + units.filter { $0 != unit }.map { fact + $0 }
        #expect(others.filter { numbers[String($0)] != nil } == [], "\(name)")
      }
    }
  }

  @Test("the name of a flag begins with a verb, and fixed words have no blanks")
  func spellings() {
    let flags = Self.schema.kinds.filter { $0.value.contains("flag") }.keys
    let verbs = ["is", "has", "was", "can", "may", "knows", "tells"]
    let others = flags.filter { name in
      !verbs.contains { name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true }
    }
    #expect(others.sorted() == [])
    #expect(Self.schema.words.filter { $0.contains(" ") } == [])
  }

  @Test("a field is a number, a text, a list or an object, and the same everywhere")
  func kinds() {
    var mixed = Self.schema.kinds.filter { $0.value.count > 1 }
    // General words, the sides, and figures that have a spread where many boards are compared.
    for name in [
      "before", "value", "left", "right", "line", "part", "colour", "ildError",
      "itdErrorMean", "centre", "broadbandFrontToBack",
    ] { #expect(mixed.removeValue(forKey: name) != nil, "\(name) has one kind now") }
    #expect(mixed.isEmpty, "a number of things is a thingCount, their list things: \(mixed)")
  }
}
