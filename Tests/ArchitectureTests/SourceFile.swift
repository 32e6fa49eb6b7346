import Glibc
import TestSupport
import Testing

/// A source file of the repository.
struct SourceFile: Sendable {
  /// A declaration with a body.
  struct Body: Equatable {
    /// The line of its opening, from 1.
    var line: Int
    /// Its lines, with those of its opening and its end.
    var count: Int
  }

  /// The path from the root of the repository.
  let path: String
  /// The lines.
  let lines: [Substring]

  /// The folder that it lies in.
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// All Swift files of the product and its tests.
  static let all: [SourceFile] = {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let find = ["find", root + "/Sources", root + "/Tests", "-name", "*.swift"]
    let paths = ChildProcess.run(find)?.output.split(separator: "\n") ?? []
    return paths.sorted().compactMap { path in
      text(of: String(path)).map {
        SourceFile(path: String(path.dropFirst(root.count + 1)), text: $0)
      }
    }
  }()

  /// The files below a folder.
  static func below(_ folder: String) -> [SourceFile] {
    all.filter { $0.path.hasPrefix(folder + "/") }
  }

  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[0..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Declarations

  /// The functions, initialisers and computed properties: in formatted sources the brace that ends one is the first
  /// that stands as far from the margin as its opening.
  var bodies: [Body] {
    lines.indices.compactMap { start in
      let line = lines[start]
      guard Self.isOpening(Self.words(line)), !line.hasSuffix("}") else { return nil }
      let end = line.prefix { $0 == " " } + "}"
      guard let last = lines[(start + 1)...].firstIndex(of: end) else { return nil }
      return Body(line: start + 1, count: last - start + 1)
    }
  }

  private static func isOpening(_ words: [Substring]) -> Bool {
    guard let keyword = words.first else { return false }
    return keyword == "func" || isInitialiser(keyword) || keyword.hasPrefix("subscript")
      || keyword == "var" && words.last == "{"
  }

  private static func isInitialiser(_ keyword: Substring?) -> Bool {
    ["init(", "init?(", "init<"].contains { keyword?.hasPrefix($0) == true }
  }

  /// The words of a declaration without its modifiers.
  static func words(_ line: Substring) -> [Substring] {
    Array(line.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") })
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "private", "fileprivate", "static", "mutating", "borrowing", "consuming",
    "override", "final", "private(set)", "convenience", "nonisolated(unsafe)",
  ]

  /// The initialisers with more parameters than so many, by their lines.
  func initialisers(over most: Int) -> [Int] {
    lines.indices.filter { start in
      Self.isInitialiser(Self.words(lines[start]).first)
        && Self.parameters(lines[start...].prefix(40).joined(separator: " ")).count > most
    }.map { $0 + 1 }
  }

  /// The lines of public functions and initialisers that throw without a word about it.
  var silentThrows: [Int] {
    lines.indices.filter { start in
      let line = lines[start].drop { $0 == " " }
      guard line.hasPrefix("public ") || line.hasPrefix("package ") else { return false }
      let words = Self.words(line)
      guard words.first == "func" || Self.isInitialiser(words.first) else { return false }
      let text = lines[start...].prefix(20).joined(separator: " ")
      let rest = Self.parameters(text).rest.drop { $0 == " " }
      guard rest.hasPrefix("throws") else { return false }
      let above = lines[..<start].reversed().prefix { $0.contains("///") || $0.contains("@") }
      return !above.contains { $0.contains("- Throws: ") }
    }.map { $0 + 1 }
  }

  /// The number of parameters of the first list in a text, and what is behind it.
  private static func parameters(_ text: String) -> (count: Int, rest: Substring) {
    guard let open = text.firstIndex(of: "(") else { return (0, "") }
    var (depth, count) = (0, 0)
    for place in text[open...].indices {
      switch text[place] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return (count, text[text.index(after: place)...]) }
      case ":" where depth == 1: count += 1
      default: break
      }
    }
    return (count, "")
  }
}
