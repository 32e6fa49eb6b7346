import Glibc
import Recorder
import TOML
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("pinna.toml has a line for every setting, as its declaration has it")
struct TemplateTests {
  /// The lines of pinna.toml; those of keys begin with the key, behind one or two signs of a comment.
  private var lines: [String]

  /// True where the lines are to be written anew.
  private let isWritten = getenv("PINNA_WRITE_FIXTURES") != nil

  private static let path =
    #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    + "/Sources/Recorder/Settings/pinna.toml"

  init() {
    lines = Settings.template.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  /// The index of the line of a key, in its table.
  private func line(of key: KeyDeclaration) -> Int? {
    table(key.table)?.first {
      lines[$0].drop { $0 == "#" || $0 == " " }.hasPrefix("\(key.name) = ")
    }
  }

  /// The lines of a table; of the file itself those before the first one.
  private func table(_ name: String) -> Range<Int>? {
    let headers = lines.indices.filter { lines[$0].drop { $0 == "#" || $0 == " " }.hasPrefix("[") }
    guard !name.isEmpty else { return 0..<(headers.first ?? lines.count) }
    let isNamed = { (index: Int) in
      lines[index].hasSuffix("[\(name)]") || lines[index].hasSuffix("[[\(name)]]")
    }
    guard let start = headers.first(where: isNamed) else { return nil }
    return start + 1..<(headers.first { $0 > start } ?? lines.count)
  }

  @Test("every setting has its line, with its default or an example, its unit, meaning and bounds")
  mutating func everyKey() throws {
    for key in Settings.keys where key.path != "board" {
      // Only the board must be there, and so it is no comment.
      if isWritten { write(key) }
      let found = try #require(line(of: key), "\(key.path): add it with PINNA_WRITE_FIXTURES=1")
      #expect(lines[found] == key.templateLine)
    }
    let keys = lines.filter { $0.contains(/^##? [a-z-]+ =/) }
    #expect(keys.count == Settings.keys.count - 1)
    if isWritten { try OutputFile.write(lines.joined(separator: "\n"), to: Self.path) }
  }

  /// Writes the line of a key, below the key that is declared before it where it has none.
  private mutating func write(_ key: KeyDeclaration) {
    if let line = line(of: key) {
      lines[line] = key.templateLine
      return
    }
    let others = Settings.keys.filter { $0.table == key.table }.prefix { $0 != key }
    if table(key.table) == nil {
      lines.insert(contentsOf: ["[\(key.table)]", ""], at: lines.count - 1)
    }
    guard let start = table(key.table)?.lowerBound else { return }
    lines.insert(key.templateLine, at: others.last.flatMap(line(of:)).map { $0 + 1 } ?? start)
  }
}
