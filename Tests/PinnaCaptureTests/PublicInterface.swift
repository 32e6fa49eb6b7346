import TestSupport

/// The public declarations of a target, as its formatted sources have them.
enum PublicInterface {
  /// The lines of a listing: each declaration behind the types that it is in, in the order of the alphabet.
  static func listing(of sources: [String]) -> [String] {
    sources.flatMap { declarations(in: $0) }.sorted()
  }

  /// The public declarations of one source.
  static func declarations(in text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var (found, scopes): ([String], [(indent: Int, name: String, isPublicEnum: Bool)]) = ([], [])
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      guard !words.isEmpty, !words.hasPrefix("//") else { continue }
      while let last = scopes.last, indent <= last.indent { scopes.removeLast() }
      let isCase =
        words.hasPrefix("case ") && scopes.last?.isPublicEnum == true
        && indent == (scopes.last?.indent ?? 0) + 2
      if words.hasPrefix("public ") || isCase {
        let declaration = head(lines[index...])
        found.append((scopes.map(\.name) + [declaration]).joined(separator: " "))
      }
      if let name = scope(words) {
        scopes.append((indent, name, words.hasPrefix("public enum ")))
      }
    }
    return found
  }

  /// The name of a type or an extension that begins on a line.
  private static func scope(_ line: Substring) -> String? {
    let parts = line.split(separator: " ").drop { ["public", "private", "final"].contains($0) }
    guard let keyword = parts.first, line.hasSuffix("{"),
      ["struct", "class", "enum", "extension", "protocol"].contains(keyword)
    else { return nil }
    return parts.dropFirst().first.map { String($0.prefix { $0 != ":" && $0 != "<" }) }
  }

  /// A declaration up to its body, on one line.
  private static func head(_ lines: ArraySlice<Substring>) -> String {
    var text = ""
    for line in lines {
      text += (text.isEmpty ? "" : " ") + line.drop { $0 == " " }
      let isOpen = text.count { $0 == "(" } > text.count { $0 == ")" }
      if !isOpen { break }
    }
    // A body on the same line, or the brace of one.
    if let brace = text.firstRange(of: " {") { text = String(text[..<brace.lowerBound]) }
    if let comment = text.firstRange(of: " //") { text = String(text[..<comment.lowerBound]) }
    return text.replacing("( ", with: "(").replacing(" )", with: ")")
  }
}
