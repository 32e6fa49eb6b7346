import SimulatedBoard
import TOML
import Testing

@Suite("The lists of keys in the document of the simulated board are those that scenarios have")
struct ScenarioReferenceTests {
  /// The items of the lists in the document, each on one line.
  private let items: [String]

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let bytes = try TextFile.bytes(path: root + "/Sources/SimulatedBoard/README.md")
    var items: [String] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("- ") { items.append(String(line)) }
      if line.hasPrefix("  "), let last = items.indices.last { items[last] += line.dropFirst() }
    }
    self.items = items
  }

  @Test(
    "a table of defects has its keys, with their units",
    arguments: [
      ("[[hardware.microphone]]", MicrophoneDefect.keys),
      ("[hardware.capture]", CaptureDefect.keys),
      ("[hardware.accelerometer]", SensorDefect.keys),
      ("[hardware.buttons.record]", ButtonDefect.keys),
      ("[hardware.leds.record]", LightDefect.keys),
      ("[hardware.storage]", CardDefect.keys),
      ("[hardware.system]", SystemDefect.keys),
    ])
  func defects(table: String, keys: [KeyDeclaration]) throws {
    let item = try #require(items.first { $0.hasPrefix("- `\(table)`") })
    let named = item.matches(of: #/`([a-z-]+)`/#).map { String($0.output.1) }
    let name = table.hasPrefix("[[") ? "name = \"MIC1\"\n" : ""
    let error = try #require(Self.error("\(table)\n\(name)zzzzzzzz = 1\n"))
    let known = try #require(error.remedy?.split(separator: "known keys: ").last)
    #expect(known.split(separator: ", ").map(String.init) == named.sorted())
    for match in item.matches(of: #/`([a-z-]+)` \((\S+?)\)(?=[,; ]|$)/#) {
      guard let key = keys.first(where: { $0.path == match.output.1 }),
        case .numbers(_, let unit, _) = key.allowed
      else { continue }
      #expect(match.output.2 == unit, "\(key.path)")
    }
  }

  @Test("every fault has an item with an example")
  func faults() throws {
    let examples = items.compactMap { $0.firstMatch(of: #/^- `(([a-z-]+) = [^`]+)`: /#)?.output }
    let error = try #require(Self.error("[[fault]]\nat = 0.5\n"))
    let kinds = error.problem.split(separator: "needs one of ").last?.split(separator: ", ") ?? []
    #expect(Set(examples.map(\.2)) == Set(kinds))
    for example in examples { #expect(Self.error("[[fault]]\nat = 0.5\n\(example.1)\n") == nil) }
  }

  /// The error in a scenario with this table.
  private static func error(_ table: String) -> TOMLError? {
    let text = "board = \"phone\"\nduration = 60.0\n" + table
    do throws(TOMLError) {
      _ = try Scenario.parse(text: text, name: "scenario.toml")
    } catch { return error }
    return nil
  }
}
