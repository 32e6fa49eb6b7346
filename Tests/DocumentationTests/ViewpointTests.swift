import Boards
import Testing

/// A paragraph in which a place is called left or right.
private struct Mention: Sendable, CustomStringConvertible {
  var path: String
  var text: String

  var description: String { "\(path): \(text)" }

  /// True when it says who looks from where, or means a take.
  var hasViewpoint: Bool {
    text.contains(
      /[Ff]acing|[Ss]een from|you see|on headphones|[Yy]our (left|right)|LEFT|\btakes?\b|wherever/)
  }

  /// True when a place is called left or right: not what is left out, and not what is right.
  static func isSide(_ text: String) -> Bool {
    text.contains(/\b(the|top|bottom|upper|lower|your) (left|right)\b/)
      || text.contains(/\b(left|right) (and|or|edge|side|channel|input|one|microphone)\b/)
  }
}

/// The paragraphs of a text: between blank lines, and at the beginnings of list items and of `Word: ...`.
private func paragraphs(_ lines: [String]) -> [String] {
  var result: [String] = [""]
  for line in lines {
    let begins = line.contains(/^ *(- |[0-9]+\. |\*|[A-Z][a-z]+: )/)
    if line.allSatisfy({ $0 == " " }) || begins { result.append("") }
    result[result.count - 1] += line + " "
  }
  return result
}

/// The words left and right in recipes, board files and their comments.
private let mentions: [Mention] = {
  let boards = ["boards", "deploy/recipes"].flatMap { folder in
    BoardLibrary(folders: ["\(MarkdownFile.root)/\(folder)"]).list().map {
      "\(folder)/\($0.id).toml"
    }
  }
  let files = boards.map { path in
    (path, MarkdownFile.text(of: "\(MarkdownFile.root)/\(path)") ?? "")
  }
  let recipes = MarkdownFile.all.filter { $0.path == Recipe.document }.map { file in
    (file.path, file.prose.map(\.text).joined(separator: "\n"))
  }
  return (files + recipes).flatMap { path, text in
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return paragraphs(lines).filter { Mention.isSide($0) }.map { Mention(path: path, text: $0) }
  }
}()

@Suite("Left and right say from where they are seen")
struct ViewpointTests {
  @Test("words are told apart")
  func words() {
    for side in ["SEL to ground on the left microphone", "it is at the top left", "left and right"]
    {
      #expect(Mention.isSide(side))
      #expect(!Mention(path: "", text: side).hasViewpoint)
    }
    for other in ["it is left out", "which gain is right", "what the driver left", "turn right on"]
    {
      #expect(!Mention.isSide(other))
    }
    #expect(Mention(path: "", text: "Seen facing the front, it is on the left.").hasViewpoint)
    #expect(paragraphs(["a", "b", "", "c", "- d", "  e", "Frame: f"]).count == 4)
  }

  @Test("in recipes and in board files")
  func sides() {
    #expect(mentions.count > 20)
    #expect(Set(mentions.map(\.path)).contains(Recipe.document))
    let bare = mentions.filter { !$0.hasViewpoint }
    #expect(bare.isEmpty, "\(bare.map(\.description).joined(separator: "\n"))")
  }
}
