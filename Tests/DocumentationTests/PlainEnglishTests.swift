import TestSupport
import Testing

@Suite("Help, messages and documents are plain English")
struct PlainEnglishTests {
  /// A place where a phrase stands.
  private struct Place: Hashable, CustomStringConvertible {
    var path: String
    var phrase: Int
    var words: String

    var description: String { "\(path): ...\(words)...: \(Phrase.all[phrase].instead)" }
  }

  /// Joins what stands on several lines, leaves comments and code out, and names file, phrase and words of each place.
  ///
  /// In the template of the settings, comments are the text.
  private static let script = #"""
    BEGIN { @patterns = map { qr/$_/ } splice @ARGV, 0, shift @ARGV }
    if ($ARGV =~ /\.toml$/) {
      s{^#+ ?}{}mg;
    } elsif ($ARGV =~ /\.(?:swift|js)$/) {
      s{^\s*//.*$}{}mg; s{\s//\s.*$}{}mg; s{"\s*\n\s*\+\s*"}{}g; s{\\\n\s*}{}g;
    } else {
      s{^\s*```.*?^\s*```}{}msg; s{`[^`\n]*`}{...}g;
    }
    s{\s+}{ }g;
    for my $index (0 .. $#patterns) {
      while (/$patterns[$index]/g) {
        my $start = $-[0] < 30 ? 0 : $-[0] - 30;
        print join("\t", $ARGV, $index, substr($_, $start, $+[0] - $start + 20)), "\n";
      }
    }
    """#

  private static func places(_ phrases: [Phrase], in paths: [String]) throws -> [Place] {
    let words =
      ["perl", "-0777", "-ne", script, "\(phrases.count)"] + phrases.map(\.pattern) + paths
    let run = try #require(ChildProcess.run(words))
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
      guard fields.count == 3, let phrase = Int(fields[1]) else { return nil }
      return Place(path: fields[0], phrase: phrase, words: fields[2])
    }
  }

  /// The sources, the page for a phone, and the template of the settings.
  private static func sources() throws -> [String] {
    let find =
      ["find", MarkdownFile.root + "/Sources", "-name", "*.swift", "-o", "-name", "pinna.toml"]
      + ["-o", "-name", "index.html", "-o", "-name", "pinna.js"]
    return try #require(ChildProcess.run(find)).output.split(separator: "\n").map(String.init)
  }

  private static let canRead = ChildProcess.has("perl")

  @Test("a phrase is found where it stands, and nowhere else", .enabled(if: canRead, "needs perl"))
  func examples() throws {
    let folder = try TemporaryDirectory()
    for (index, phrase) in Phrase.all.enumerated() {
      let swift = phrase.caught.map { "f(\"\($0)\")\n" } + ["// \(phrase.caught[0])\n"]
      try folder.write(Array(swift.joined().utf8), to: "caught-\(index).swift")
      let markdown = phrase.caught.map { "\($0.split(separator: " ").joined(separator: "\n"))\n\n" }
      let code = "```text\n\(phrase.caught[0])\n```\n`\(phrase.caught[0])`\n"
      try folder.write(Array((markdown.joined() + code).utf8), to: "caught-\(index).md")
      let others = phrase.allowed.map { "\($0)\n" }.joined()
      try folder.write(Array(others.utf8), to: "allowed-\(index).md")
    }
    for (index, phrase) in Phrase.all.enumerated() {
      for ending in ["swift", "md"] {
        let found = try Self.places([phrase], in: [folder.file("caught-\(index).\(ending)")])
        #expect(found.count == phrase.caught.count, "\(phrase.pattern) in .\(ending)")
      }
      let allowed = try Self.places([phrase], in: [folder.file("allowed-\(index).md")])
      #expect(allowed.isEmpty, "\(phrase.pattern): \(allowed)")
    }
  }

  @Test("no text has such a phrase", .enabled(if: canRead, "needs perl"))
  func texts() throws {
    let documents = MarkdownFile.all.map { MarkdownFile.root + "/" + $0.path }
    let sources = try Self.sources()
    #expect(documents.count > 30 && sources.count > 900)
    let places = try Self.places(Phrase.all, in: documents + sources).map { place in
      Place(
        path: String(place.path.dropFirst(MarkdownFile.root.count + 1)), phrase: place.phrase,
        words: place.words)
    }
    #expect(places == [], "\(places.map(\.description).joined(separator: "\n"))")
  }
}
