import Boards
import TOML
import TestSupport
import Testing

/// All errors of a board file at once: each of them, and none that is not there.
struct BoardReviewTests {
  private static let rows = brokenGeneral + brokenMicrophones + brokenSources + brokenDevices

  private static func review(_ text: String) -> TOMLReview {
    Board.review(bytes: Array(text.utf8), name: "b.toml")
  }

  /// A message without its place, which other mistakes move.
  private static func words(_ message: some StringProtocol) -> String {
    message.split(separator: ": ").dropFirst().joined(separator: ": ")
  }

  @Test("a right file has no error")
  func right() {
    let review = Self.review(completeBoard)
    #expect(review.errors.isEmpty)
    #expect(review.isComplete)
  }

  @Test("one mistake is one error, whatever stands in for the wrong value", arguments: rows)
  func single(_ row: BrokenBoard) throws {
    let found = Self.review(try #require(row.text)).errors.map(\.description)
    #expect(found.first == "b.toml:" + row.message)
    // A body that is too small is so for each microphone.
    #expect(Set(found.map(Self.words)).count == 1, "\(found)")
  }

  @Test("of several mistakes each is told, and nothing else")
  func several() throws {
    var random = SeededGenerator(seed: 21)
    var (told, made, whole, files) = (0, 0, 0, 0)
    while files < 300 {
      let rows = (0..<4).compactMap { _ in Self.rows.randomElement(using: &random) }
      var text = completeBoard
      var expected: [String] = []
      for row in rows {
        // Mistakes in the same place are one, and those that take tables away hide others.
        let parts = row.find.split(separator: " ... ")
        guard parts.count == 1, row.replacement.count > 3,
          let range = text.firstRange(of: parts[0])
        else { continue }
        text.replaceSubrange(range, with: row.replacement)
        expected.append(Self.words(row.message))
      }
      guard Set(expected).count > 1 else { continue }
      files += 1
      let review = Self.review(text)
      let found = review.errors.map { Self.words($0.description) }
      #expect(Set(review.errors.map(\.description)).count == found.count)
      told += Set(expected).intersection(found).count
      made += Set(expected).count
      whole += review.isComplete ? 1 : 0
    }
    // Some hide others: a wrong schema, or two edits of one line.
    #expect(told * 100 >= made * 75, "\(told) of \(made)")
    #expect(whole * 100 >= files * 60, "\(whole) of \(files)")
  }

  @Test("one word of a stranger's file costs one line, and the first round tells all")
  func together() {
    let text = """
      schema = 1
      nmae = "Bad"
      source = "x"
      [capture]
      device = "hw:CARD=a,DEV=0"
      chanels = 4
      rate = 480000
      [[microphone]]
      name = "A"
      channel = 0
      position = [-30.0, 0.0]
      [[microphone]]
      name = "A"
      channel = 0
      position = [-28.7, 28.7, 0.0]
      [[microphone]]
      name = "MIC1"
      channel = 9
      position = [30.0, 0.0, 0.0]
      [[data-source]]
      name = "Front"
      orientation = "front"
      forward = [0.0, 0.0, 1.0]
      patterns = ["omni", "sterio"]
      """
    let review = Self.review(text)
    #expect(
      review.errors.map { "\($0.line) \($0.key ?? "")" } == [
        "2 nmae", "6 capture.chanels", "7 capture.rate", "11 microphone.position",
        "13 microphone.name", "14 microphone.channel", "18 microphone.channel",
        "24 data-source.patterns",
      ])
    #expect(review.isComplete)
  }

  @Test("values with one right answer, and those that must differ, hide nothing behind them")
  func oneRightAnswer() {
    let text = """
      schema = 7
      name = "Bad"
      source = "x"
      [capture]
      device = "hw:CARD=a,DEV=0"
      channels = 4
      rate = 48000
      [[microphone]]
      name = "A"
      channel = 0
      position = [-30.0, 0.0, 0.0]
      [[microphone]]
      name = "B"
      channel = 9
      position = [5000.0, 28.7, 0.0]
      [[microphone]]
      name = "C"
      channel = 2
      position = [30.0, 0.0, 0.0]
      [[microphone]]
      name = "D"
      channel = 2
      position = [30.0, 28.7, 0.0]
      [[data-source]]
      name = "Front"
      orientation = "front"
      forward = [0.0, 0.0, 1.0, 0.0]
      patterns = ["omni", "stereo"]
      """
    let review = Self.review(text)
    #expect(
      review.errors.map { "\($0.line) \($0.key ?? "")" } == [
        "1 schema", "14 microphone.channel", "15 microphone.position", "22 microphone.channel",
        "27 data-source.forward",
      ])
    #expect(review.isComplete)
  }

  @Test("a misspelt word that fits nothing else in the file hides none of the errors behind it")
  func misspelt() throws {
    let range = try #require(completeBoard.firstRange(of: "orientation = \"back\""))
    let rest = completeBoard[range.upperBound...]
    let next = try #require(rest.firstRange(of: "patterns = [\"stereo\"]"))
    var text = completeBoard
    text.replaceSubrange(next, with: "patterns = [\"stereo\", \"omin\"]")
    text.replaceSubrange(range, with: "orientation = \"bakc\"")
    text += "\n[sorce]\nx = 1\n"
    let review = Self.review(text)
    #expect(
      review.errors.map { $0.key ?? "" } == [
        "data-source.orientation", "data-source.patterns", "sorce",
      ])
    #expect(review.isComplete)
  }

  @Test("what is no TOML at all has one error")
  func broken() {
    let review = Self.review("schema = 1\nname = \n")
    #expect(review.errors.count == 1)
    #expect(!review.isComplete)
  }
}
