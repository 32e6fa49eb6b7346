import TestSupport
import Testing

/// A block of Swift in a document, with its place.
struct SwiftSnippet: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: String

  /// The blocks of all documents.
  static let all: [SwiftSnippet] = MarkdownFile.all.flatMap { file in
    file.blocks.filter { $0.language == "swift" }.map {
      SwiftSnippet(
        testDescription: "\(file.path):\($0.line)", text: $0.lines.joined(separator: "\n") + "\n")
    }
  }

  /// The programs of the examples.
  static let examples: [String] = {
    let find = ["find", MarkdownFile.root + "/Tests/Examples", "-name", "main.swift"]
    return (ChildProcess.run(find)?.output ?? "").split(separator: "\n").map(String.init).sorted()
  }()
}
