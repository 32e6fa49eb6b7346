import FoundationEssentials
import Testing

@testable import Face

/// The interface of a recorder, read as its clients read it.
struct DescribedInterface {
  /// The fields of every type and the parameters of every method's reply, by their names.
  private(set) var fields: [String: Set<String>] = [:]

  init(_ text: String) {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    var words = lines.joined(separator: " ")[...]
    while let start = words.firstRange(of: "type ") ?? words.firstRange(of: "method ") {
      words = words[start.upperBound...]
      let name = words.prefix { $0 != " " && $0 != "(" }
      guard let open = words.firstIndex(of: "("), let close = words.firstIndex(of: ")") else {
        break
      }
      let inside = words[words.index(after: open)..<close]
      fields[String(name)] = Set(
        inside.split(separator: ",").map {
          String($0.split(separator: ":")[0].filter { $0 != " " })
        })
      words = words[close...]
    }
  }
}

@Suite("The description of the interface")
struct InterfaceTests {
  private let described = DescribedInterface(RecorderInterface.description)

  private func keys(_ value: some Encodable) throws -> Set<String> {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(value)
    let keys = try JSONDecoder().decode([String: Ignored].self, from: data).keys
    return Set(keys)
  }

  private struct Ignored: Decodable { init(from decoder: any Decoder) throws {} }

  @Test("the README names every method")
  func methods() throws {
    let readme = #filePath.replacing(
      "Tests/FaceTests/InterfaceTests.swift", with: "Sources/Face/README.md")
    let text = try #require(FileManager.default.contents(atPath: readme))
    let words = String(decoding: text, as: UTF8.self)
    let start = try #require(words.firstRange(of: "Methods: ")).upperBound
    let named = words[start...].prefix { $0 != "." }
    for method in RecorderInterface.methods { #expect(named.contains("`\(method.name)`")) }
  }

  @Test("it has every field that is sent, and no other")
  func fields() throws {
    let status = ControlBench.status("x")
    #expect(try keys(status) == described.fields["Status"])
    #expect(try keys(status.channels[0]) == described.fields["Level"])
    #expect(try keys(#require(status.take)) == described.fields["Take"])
    #expect(try keys(#require(status.sides)) == described.fields["Sides"])
    #expect(try keys(status.dataSources[0]) == described.fields["Source"])
    #expect(try keys(#require(status.simulation)) == described.fields["Simulation"])
    #expect(try keys(status.events[0]) == described.fields["Event"])
    let take = try #require(try NumberedTakes().take(3, name: nil))
    #expect(try keys(take.markers[0]) == described.fields["Marker"])
    // What a take does not have is left out.
    #expect(try keys(take).isSubset(of: #require(described.fields["TakeRecord"])))
    #expect(try keys(take.files[0]).isSubset(of: #require(described.fields["File"])))
  }

  @Test("an interface with more members has a new revision, which is told")
  func revision() throws {
    // Where this fails, the interface has grown: raise the revision with the numbers.
    #expect(RecorderInterface.revision == 14)
    #expect(described.fields.count == 44)
    #expect(described.fields.values.reduce(0) { $0 + $1.count } == 243)
    #expect(RecorderInterface.description.hasPrefix("# "))
    #expect(RecorderInterface.description.split(separator: "\n")[0].hasSuffix("; revision 14"))
    #expect(ControlBench.status("x").revision == RecorderInterface.revision)
  }

  @Test("a name in quotes is that of a field, or a word that is sent")
  func quotes() {
    let comments = RecorderInterface.description.split(separator: "\n").filter { $0.hasPrefix("#") }
    let parts = comments.joined(separator: " ").split(
      separator: "\"", omittingEmptySubsequences: false)
    let quoted = Set(parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    let fields = described.fields.values.reduce(Set<String>()) { $0.union($1) }
    let words: Set = ["more", "upgrade", "ambix", "keep", "false", "none"]
    #expect(quoted.subtracting(fields).subtracting(words) == [])
    #expect(quoted.contains("clockSource"))
  }

  @Test("it has every state")
  func states() {
    #expect(Set(RecorderStatus.State.allCases.map(\.rawValue)) == described.fields["State"])
  }

  @Test("what is sent is understood again, with fields that are not known yet")
  func roundTrip() throws {
    let status = ControlBench.status("x")
    var text = String(decoding: try JSONEncoder().encode(status), as: UTF8.self)
    #expect(try JSONDecoder().decode(RecorderStatus.self, from: Data(text.utf8)) == status)
    text = #"{"later":{"a":[]},"# + text.dropFirst()
    #expect(try JSONDecoder().decode(RecorderStatus.self, from: Data(text.utf8)) == status)
  }

  @Test(
    "the text of a call becomes one line of bounded length",
    arguments: [
      ("owl\n near  the\u{202E} pond", "owl near the pond"), ("a\u{200B}b\u{7}", "a b"),
      (" \u{200B}", nil), (nil, nil),
    ] as [(String?, String?)])
  func label(text: String?, line: String?) throws {
    #expect(RecorderHost.label(text) == line)
    let signs = try #require(RecorderHost.label("e" + String(repeating: "\u{301}", count: 30_000)))
    #expect(signs.unicodeScalars.count <= 480)
  }
}
