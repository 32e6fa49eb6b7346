import Glibc
import TestSupport
import Testing

/// A Markdown file of the repository: its lines, headings, links and fenced blocks.
struct MarkdownFile: Sendable, CustomTestStringConvertible {
  /// The folder of the repository.
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// Every Markdown file, but for those in folders whose name begins with a point.
  static let all: [MarkdownFile] = files(under: root)

  /// The path below ``root``.
  var path: String
  /// Lines without their ends.
  var lines: [String]

  var testDescription: String { path }

  /// The folder of the file, which its links start from.
  var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

  /// The Markdown files of a folder.
  static func files(under folder: String) -> [MarkdownFile] {
    let find = ["find", folder, "-name", ".?*", "-prune", "-o", "-name", "*.md", "-print"]
    let paths = ChildProcess.run(find)?.output.split(separator: "\n").sorted() ?? []
    return paths.compactMap { path in
      text(of: String(path)).map { text in
        MarkdownFile(
          path: String(path.dropFirst(folder.count + 1)),
          lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }
    }
  }

  /// The text of a file; `nil` when it cannot be read.
  static func text(of path: String) -> String? {
    guard let stream = fopen(path, "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MarkdownFile {
  /// A fenced block.
  struct Block: Sendable {
    /// The line of its fence, from 1.
    var line: Int
    /// The text behind the fence: the language, and any remark.
    var info: String
    /// The lines between the fences.
    var lines: [String]

    /// The first word of the fence's line.
    var language: Substring { info.prefix { $0 != " " } }
  }

  /// The fenced blocks, in their order, without the indentation of their fences.
  var blocks: [Block] {
    var result: [Block] = []
    var open: Block?
    var indentation = 0
    for (index, line) in lines.enumerated() {
      let bare = line.drop { $0 == " " }
      if bare.hasPrefix("```") {
        if let block = open { result.append(block) }
        indentation = line.count - bare.count
        open =
          open == nil ? Block(line: index + 1, info: String(bare.dropFirst(3)), lines: []) : nil
      } else {
        open?.lines.append(String(line.dropFirst(min(indentation, line.count - bare.count))))
      }
    }
    return result
  }

  /// The lines outside of fenced blocks, with their numbers from 1.
  var prose: [(number: Int, text: String)] {
    var isInside = false
    return lines.enumerated().compactMap { index, line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isInside.toggle() }
      return isFence || isInside ? nil : (index + 1, line)
    }
  }

  /// The anchors of the headings, as GitHub makes them.
  var anchors: Set<String> {
    var seen: [String: Int] = [:]
    var result: Set<String> = []
    for (_, line) in prose where line.hasPrefix("#") {
      let anchor = Self.anchor(of: String(line.drop { $0 == "#" }.drop { $0 == " " }))
      let before = seen[anchor, default: 0]
      result.insert(before == 0 ? anchor : "\(anchor)-\(before)")
      seen[anchor] = before + 1
    }
    return result
  }

  /// The anchor of a heading: lower case, without punctuation, hyphens for spaces.
  static func anchor(of heading: String) -> String {
    String(
      heading.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }

  /// The targets of links and pictures, with the number of their line.
  var links: [(line: Int, target: String)] {
    prose.flatMap { number, text in
      let bare = text.replacing(/`[^`]*`/, with: "")
      let found =
        bare.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        + bare.matches(of: /src="([^"]+)"/).map { String($0.output.1) }
      return found.map { (number, $0) }
    }
  }
}
