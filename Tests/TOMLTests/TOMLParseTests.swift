import Glibc
import TOML
import Testing

struct TOMLParseTests {
  @Test(
    "what is not TOML is refused where it stops being TOML",
    arguments: [
      ("a = ", "f:1:5"), ("a = 1\nb", "f:2:2"), ("a = 1\na = 2", "f:2:5"), ("[x\n", "f:1:3"),
      ("[[[a]]]", "f:1:2: a key is expected after [["),
      ("a = 1\n[[=", "f:2:2: a key is expected after [["),
      ("a = 1 # [\n[[=", "f:2:2: a key is expected after [["),
      ("a = \"x", "f:1:7"), ("a = 99999999999999999999", "f:1:"),
    ])
  func syntax(text: String, place: String) throws {
    let error = tomlError { _ = try TOMLTable.parse(text: text, name: "f") }
    #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
    #expect(error?.cause == .contents)
  }

  @Test(
    "common mistakes in the syntax are refused with their remedy",
    arguments: [
      ("a = 1\na = 2", "write the key only once"),
      ("[a]\nb = 1\n[a]\nb = 2", "if there can be several of them, write [[a]] for each"),
      ("a = \u{201c}x\u{201d}", "write text in straight quotes (\"text\")"),
      ("a = S32_LE", "write text in straight quotes (\"text\")"),
      ("a = \u{2212}1", "numbers as in -1.5"), ("a = True", "write true or false, in lower case"),
      ("a = \"x\nb = 1", "end the text with the same quote that it begins with"),
      ("a = 'x\"\r\nb = 1", "end the text with the same quote that it begins with"),
      (#"a = "C:\Users""#, #"write each backslash twice (\\)"#),
      (#"a = "C:\pinna""#, #"write each backslash twice (\\)"#),
    ])
  func syntaxRemedies(text: String, remedy: String) {
    let error = tomlError { _ = try TOMLTable.parse(text: text, name: "f") }
    #expect(error?.remedy?.contains(remedy) == true, "\(error?.description ?? "")")
  }

  @Test("bytes that are not UTF-8 are refused with their place")
  func encoding() throws {
    let bytes = Array("a = 1\nb = \"".utf8) + [0xff] + Array("\"".utf8)
    let error = tomlError { _ = try TOMLTable.parse(bytes: bytes, name: "f") }
    #expect(error?.line == 2)
  }

  @Test("deep nesting is an error, not an exhausted stack", arguments: [40, 100_000])
  func depth(levels: Int) {
    let dotted = Array(repeating: "a", count: levels).joined(separator: ".") + " = 1"
    let header = "[" + Array(repeating: "a", count: levels).joined(separator: ".") + "]"
    let arrays = "a = " + String(repeating: "[", count: levels)
    let multiline = "x = \"\"\"a\n\"b\\\"\"\"\"\n" + dotted
    for text in [dotted, header, arrays, multiline] {
      #expect(throws: TOMLError.self) { try TOMLTable.parse(text: text, name: "f") }
    }
  }

  @Test("dots in strings, comments and many short keys are no nesting")
  func shallow() throws {
    let dots = String(repeating: ".", count: 200)
    let text =
      "# \(dots)\na = \"\(dots)\" # \(dots)\nb = '\(dots)'\nc = \"\"\"\n\(dots)\"\"\"\nd.e = 1\nf = [\n  [[1]]]"
    #expect(try TOMLTable.parse(text: text, name: "f").string("a") == dots)
  }

  @Test(
    "a file that cannot be read says why",
    arguments: [
      ("/nowhere/x.toml", ENOENT, "cannot be read: No such file or directory; check the path"),
      ("/tmp", EISDIR, "cannot be read: Is a directory"),
      ("/dev/null", EINVAL, "is not a regular file; name a file"),
    ])
  func unreadable(path: String, code: Int32, problem: String) {
    let error = tomlError { _ = try TOMLTable.parse(file: path) }
    #expect(error?.cause == .file(errno: code))
    #expect(error?.description == "\(path): \(problem)")
  }

  @Test(
    "arrays in arrays may start a line",
    arguments: [
      "x = [\n[[[1]]]]", "x = [\n  [[+1]],\n[[-1]]\n]", "x = [[\n1]]\n[[y]]\nx = {a = [[\n[1]]]}",
    ])
  func arrays(text: String) throws {
    #expect(try TOMLTable.parse(text: text, name: "f").contains("x"))
  }

  @Test("an empty text is an empty table")
  func empty() throws {
    let table = try TOMLTable.parse(text: "", name: "f")
    #expect(table.keys.isEmpty)
    try table.finish()
  }

  @Test("any mixture of the signs of TOML is a table or an error with a place", arguments: 1...4)
  func mixtures(seed: UInt64) {
    let pieces = [
      "[", "[[", "]", "]]", "{", "}", "=", "\"", "'", "\"\"\"", "'''", "#", ".", ",", "\n", "\r",
      " ", "a", "1", "-", "+", "_", "e", ":", "T", "0x", "inf", "true", "\\", "\\u00", "\u{e9}",
      "\u{feff}", "1979-05-27",
    ]
    var state = seed
    for _ in 0..<1000 {
      var text = ""
      for _ in 0..<20 {
        // The constants of Knuth's MMIX generator.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      guard let error = tomlError({ _ = try TOMLTable.parse(text: text, name: "f") }) else {
        continue
      }
      #expect(error.line >= 1 && error.column >= 1 && !error.problem.isEmpty, "\(text)")
    }
  }
}
