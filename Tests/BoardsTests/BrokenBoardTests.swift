import Boards
import TOML
import Testing

/// One edit that breaks the complete board file, and the message that it must give.
struct BrokenBoard: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var find: String
  var replacement: String
  /// From the line number on; the name of the file stands in front.
  var message: String

  /// - Parameter find: a text of the file, or `from ... to`, which ends in front of `to`.
  init(_ summary: String, _ find: String, _ replacement: String, _ message: String) {
    testDescription = summary
    self.find = find
    self.replacement = replacement
    self.message = message
  }

  /// The broken file; `nil` when the text to be edited is not there.
  var text: String? {
    let parts = find.split(separator: " ... ")
    guard let start = completeBoard.firstRange(of: parts[0]) else { return nil }
    var end = start.upperBound
    if parts.count == 2 {
      guard let next = completeBoard[end...].firstRange(of: parts[1]) else { return nil }
      end = next.lowerBound
    }
    let (before, after) = (completeBoard[..<start.lowerBound], completeBoard[end...])
    return String(before) + replacement + String(after)
  }
}

struct BrokenBoardTests {
  @Test(
    "a wrong board file says where, what is wrong and what would be right",
    arguments: brokenGeneral + brokenMicrophones + brokenSources + brokenDevices)
  func broken(_ row: BrokenBoard) throws {
    let text = try #require(row.text, "the fixture no longer has: \(row.find)")
    do {
      _ = try Board.load(text: text, name: "b.toml", id: "b")
      Issue.record("no error; expected: \(row.message)")
    } catch {
      #expect(error.description == "b.toml:" + row.message)
    }
  }
}
