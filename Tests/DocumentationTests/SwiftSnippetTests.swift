import TestSupport
import Testing

/// The compiler and the modules; `nil` where they are not there.
private let swiftCheck = SwiftCheck()

@Suite("Swift in documents and examples compiles") struct SwiftSnippetTests {
  @Test(
    "blocks of Swift",
    .enabled(if: swiftCheck != nil, "needs swiftc, and modules beside the tests"),
    arguments: SwiftSnippet.all)
  func blocks(snippet: SwiftSnippet) throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(snippet.text.utf8), to: "main.swift")
    let check = try #require(swiftCheck)
    #expect(check.complaints(of: folder.file("main.swift")) == "", "\(snippet.testDescription)")
  }

  @Test(
    "examples", .enabled(if: swiftCheck != nil, "needs swiftc, and modules beside the tests"),
    arguments: SwiftSnippet.examples)
  func examples(path: String) throws {
    let check = try #require(swiftCheck)
    #expect(check.complaints(of: path) == "")
  }

  @Test("there are blocks and examples, and something wrong is seen")
  func scanner() throws {
    #expect(SwiftSnippet.all.count >= 4 && SwiftSnippet.examples.count == 4)
    let folder = try TemporaryDirectory()
    try folder.write(Array("import Realtime\nlet x: Int = \"\"\n".utf8), to: "main.swift")
    if let swiftCheck {
      #expect(swiftCheck.complaints(of: folder.file("main.swift")).contains("error:"))
    }
  }

  @Test(
    "the catalogue of PinnaCapture builds without a warning",
    .enabled(
      if: swiftCheck != nil && ChildProcess.has("docc"), "needs docc, and modules beside the tests")
  )
  func catalogue() throws {
    let folder = try TemporaryDirectory()
    let check = try #require(swiftCheck)
    let symbols = try #require(check.symbols(of: "PinnaCapture", in: folder.path))
    #expect(symbols.status == 0, "\(symbols.output)")
    let run = try #require(
      ChildProcess.run([
        "docc", "convert", MarkdownFile.root + "/Sources/PinnaCapture/PinnaCapture.docc",
        "--additional-symbol-graph-dir", folder.path, "--output-path", folder.file("out"),
        "--fallback-display-name", "PinnaCapture", "--fallback-bundle-identifier",
        "org.pinna.PinnaCapture", "--warnings-as-errors",
      ]))
    #expect(run.status == 0, "\(run.output)")
  }
}
