import Glibc
import TestSupport
import Testing

@Suite("Every Markdown file is in good form, and its links lead somewhere")
struct MarkdownTests {
  /// Columns of a line, as in comments.
  private static let columns = 120

  @Test("the files are there")
  func present() {
    let paths = MarkdownFile.all.map(\.path)
    for path in ["README.md", "boards/README.md", "deploy/README.md", "Tests/README.md"] {
      #expect(paths.contains(path))
    }
  }

  @Test("the README is short enough to be read")
  func length() throws {
    let readme = try #require(MarkdownFile.all.first { $0.path == "README.md" })
    #expect(readme.lines.count <= 201, "200 lines and the end of the last one")
  }

  /// A word cannot be broken: the address of a page, or a path.
  @Test("no line is longer than 120 columns", arguments: MarkdownFile.all)
  func width(file: MarkdownFile) {
    for (index, line) in file.lines.enumerated() where line.count > Self.columns {
      let bare = line.drop { $0 == " " }
      #expect(!bare.contains(" "), "\(file.path):\(index + 1): \(line.count) columns")
    }
  }

  @Test("links lead to files and headings that are there", arguments: MarkdownFile.all)
  func links(file: MarkdownFile) {
    for (line, target) in file.links {
      let problem = Self.problem(of: target, in: file, root: MarkdownFile.root)
      #expect(problem == nil, "\(file.path):\(line): \(target) \(problem ?? "")")
    }
  }

  /// The problem of a link, if there is one.
  ///
  /// Pages of the web are not looked at.
  static func problem(of target: String, in file: MarkdownFile, root: String) -> String? {
    if target.contains("://") { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].isEmpty ? "\(root)/\(file.path)" : "\(root)/\(file.folder)/\(parts[0])"
    guard access(path, R_OK) == 0 else { return "is not there" }
    guard parts.count > 1 else { return nil }
    let text = MarkdownFile.text(of: path) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isThere = MarkdownFile(path: path, lines: lines).anchors.contains(String(parts[1]))
    return isThere ? nil : "is no heading there"
  }

  @Test("a link to nothing is seen, and so is one to a heading that is not there")
  func broken() {
    let file = MarkdownFile(
      path: "boards/x.md",
      lines: ["# A `[b]`", "[a](README.md) `[b](c)` [d](gone.md)", "[e](#a-b) [f](#g)"])
    let targets = file.links.map(\.target)
    #expect(targets == ["README.md", "gone.md", "#a-b", "#g"])
    #expect(file.anchors == ["a-b"])
    let problems = targets.prefix(2).map {
      Self.problem(of: $0, in: file, root: MarkdownFile.root)
    }
    #expect(problems == [nil, "is not there"])
    let here = Self.problem(
      of: "README.md#no-such-heading", in: file, root: MarkdownFile.root)
    #expect(here == "is no heading there")
  }

  @Test("code is fenced and has a language", arguments: MarkdownFile.all)
  func fences(file: MarkdownFile) {
    let languages: Set<Substring> = ["sh", "text", "toml", "diff", "swift"]
    for block in file.blocks {
      #expect(languages.contains(block.language), "\(file.path):\(block.line)")
    }
    let indented = zip(file.prose, file.prose.dropFirst()).first { before, line in
      before.text.isEmpty && line.number == before.number + 1 && line.text.hasPrefix("    ")
    }
    #expect(indented == nil, "\(file.path):\(indented?.1.number ?? 0): indented code")
  }
}
