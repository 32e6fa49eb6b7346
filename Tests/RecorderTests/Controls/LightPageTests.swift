import TestSupport
import Testing

@testable import Recorder

@Suite("The table of the lights in the README")
struct LightPageTests {
  /// Rows of the table: the words for the record light and the status light of each activity.
  private static func rows() throws -> [(activity: String, record: String, status: String)] {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let readme = try #require(ChildProcess.run(["cat", "\(root)/README.md"])).output
    let shown = readme.split(separator: "\n").map { String($0) }
      .drop { $0 != "<!-- lights: begin -->" }.dropFirst(3)
      .prefix { $0 != "<!-- lights: end -->" }
    return shown.map { line in
      let cells = line.split(separator: "|").map { trimmed(String($0)) }
      return (cells[0], cells[1], cells[2])
    }
  }

  private static func trimmed(_ cell: String) -> String {
    String(cell.dropFirst().dropLast())
  }

  private static let words: [String: LightPattern] = [
    "off": .off, "on": .on, "slow blink": .slow, "fast blink": .fast, "double blink": .doubleBlink,
  ]

  private static let phases: [(LightState.Phase, String)] = [
    (.starting, "it starts"), (.asleep, "asleep"), (.armed, "armed"),
    (.takeStarting, "a take starts"),
    (.recording, "recording"), (.paused, "paused"), (.error, "error"),
  ]

  @Test("it has the patterns of every activity")
  func phases() throws {
    let rows = try Self.rows()
    #expect(rows.count == 12)
    for (phase, words) in Self.phases {
      let row = try #require(rows.first { $0.activity.hasPrefix(words) })
      let patterns = LightState(phase).patterns
      #expect(patterns.record == Self.words[row.record], "\(phase)")
      #expect(patterns.status == Self.words[row.status], "\(phase)")
    }
  }

  @Test("it has the record light of a browser that asks to be let in")
  func asked() throws {
    let row = try #require(try Self.rows().first { $0.activity.hasPrefix("a browser asks") })
    let patterns = LightState(.armed, isAsked: true).patterns
    #expect(patterns.record == Self.words[row.record] && patterns.status == Self.words[row.status])
  }

  @Test("it has the status light of warnings and copies, with the record light as it was")
  func beside() throws {
    let rows = try Self.rows()
    for (words, isWarning, isCopying) in [
      ("warning", true, false), ("takes are copied", false, true),
    ] {
      let row = try #require(rows.first { $0.activity.hasPrefix(words) })
      #expect(row.record == "as above")
      for phase in [LightState.Phase.armed, .takeStarting, .recording, .paused] {
        let patterns = LightState(phase, isWarning: isWarning, isCopying: isCopying).patterns
        #expect(patterns.record == LightState(phase).patterns.record)
        #expect(patterns.status == Self.words[row.status])
      }
    }
  }
}
