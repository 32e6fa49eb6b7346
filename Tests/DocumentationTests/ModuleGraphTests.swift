import TestSupport
import Testing

@Suite("The README shows the targets of Package.swift")
struct ModuleGraphTests {
  /// A Swift target of `Sources`, with those that it may import.
  private struct Target {
    var name: String
    var imports: Set<String>
  }

  /// The targets: adapters of C libraries are left out, and so is all that lies in `Tests`.
  private static func targets() throws -> [Target] {
    let text = try #require(MarkdownFile.text(of: "\(MarkdownFile.root)/Package.swift"))
    let folders = try #require(ChildProcess.run(["ls", "\(MarkdownFile.root)/Sources"])).output
    let names = Set(folders.split(separator: "\n").map(String.init))
    let blocks = text.split(separator: /\n    \.(?:executableT|systemL|testT|t)(?:arget|ibrary)\(/)
    let targets = blocks.dropFirst().compactMap { block -> Target? in
      guard let name = block.firstMatch(of: /name: "(\w+)"/).map({ String($0.output.1) }),
        names.contains(name), !isAdapter(name)
      else { return nil }
      let list = block.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
      let imports = list.matches(of: /"(\w+)"/).map { String($0.output.1) }
      return Target(name: name, imports: Set(imports.filter { !isAdapter($0) }))
    }
    return targets
  }

  private static func isAdapter(_ name: String) -> Bool {
    name.wholeMatch(of: /C[A-Z].*/) != nil
  }

  private static func readme() throws -> MarkdownFile {
    try #require(MarkdownFile.all.first { $0.path == "README.md" })
  }

  @Test("the table has a row for each, and no other one")
  func table() throws {
    let lines = try Self.readme().lines.drop { !$0.hasPrefix("| target |") }.dropFirst(2)
    let rows = lines.prefix { $0.hasPrefix("|") }.compactMap { line in
      line.firstMatch(of: /^\| \[?`(\w+)`/).map { String($0.output.1) }
    }
    let names = try Self.targets().map(\.name)
    #expect(rows.sorted() == names.sorted())
  }

  @Test("the graph has an arrow for each import, directly or through others, and no other one")
  func graph() throws {
    let targets = try Self.targets()
    let block = try #require(
      try Self.readme().blocks.first { $0.lines.first?.hasPrefix("pinna ──") == true })
    let graph = ModuleGraph(block.lines)
    #expect(graph.names == Set(targets.map(\.name)))
    for target in targets {
      #expect(graph.reached(from: target.name) == Self.reached(from: target.name, in: targets))
    }
  }

  /// The targets that one may import, and those that these may import.
  private static func reached(from name: String, in targets: [Target]) -> Set<String> {
    var found: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      let new = (targets.first { $0.name == next }?.imports ?? []).subtracting(found)
      found.formUnion(new)
      waiting += new
    }
    return found
  }

  @Test("a drawing with a missing line is told from a whole one")
  func missingLine() {
    let whole = ModuleGraph(["one ─┬─> two ──> four", "     └─> three    v", "               five"])
    #expect(whole.names == ["one", "two", "three", "four", "five"])
    #expect(whole.reached(from: "one") == ["two", "three", "four", "five"])
    #expect(whole.reached(from: "three") == [])
    let broken = ModuleGraph(["one ─┬─> two    four", "       > three"])
    #expect(broken.reached(from: "one") == ["two"])
  }
}
