import Boards
import TOML
import Testing

/// `left` and `right` of a data source.
@Suite struct MicrophonePairTests {
  /// A board of three microphones, with the lines of its data source.
  private static func load(
    _ lines: String, patterns: String = #"["plain"]"#, orientation: String = "",
    microphones: Int = 3
  ) throws -> Board {
    let places = ["[-85.0, 0.0, 0.0]", "[85.0, 0.0, 0.0]", "[0.0, 50.0, 0.0]"]
    let tables = (0..<microphones).map {
      "[[microphone]]\nname = \"M\($0 + 1)\"\nchannel = \($0)\nposition = \(places[$0])\n"
    }
    let text = """
      schema = 1
      name = "Pair"
      source = "made for tests"
      [capture]
      device = "none"
      channels = 4
      \(tables.joined())
      [[data-source]]
      name = "Back"
      orientation = "back"
      forward = [0.0, 0.0, -1.0]
      patterns = \(patterns)
      \(lines)
      \(orientation)
      """
    return try Board.load(text: text, name: "pair.toml", id: "pair")
  }

  /// The words of the error that loading gives; `nil` when it gives none.
  private static func error(
    _ lines: String, patterns: String = #"["plain"]"#, orientation: String = "",
    microphones: Int = 3
  ) -> String? {
    do {
      _ = try load(
        lines, patterns: patterns, orientation: orientation, microphones: microphones)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("the named microphones are the pair, and of two they need no names")
  func named() throws {
    let board = try Self.load("left = \"M1\"\nright = \"M2\"")
    #expect(board.dataSources[0].pair == MicrophonePair(left: 0, right: 1))
    #expect(board.pair(of: 0) == MicrophonePair(left: 0, right: 1))
    let two = try Self.load("", microphones: 2)
    #expect(two.dataSources[0].pair == nil)
    #expect(two.pair(of: 0) == MicrophonePair(left: 0, right: 1))
    let three = try Self.load("", patterns: #"["stereo"]"#)
    #expect(three.pair(of: 0) == nil)
  }

  @Test("without a wish: stereo by filters, or as the data source has it, or else mono")
  func standard() throws {
    let names = "left = \"M1\"\nright = \"M2\""
    let patterns = [
      (#"["omni", "plain", "stereo"]"#, PolarPattern.stereo), (#"["omni", "plain"]"#, .plain),
      (#"["mid-side", "omni"]"#, .midSide), (#"["omni"]"#, .omni),
      (#"["cardioid", "omni"]"#, .cardioid),
    ]
    for (words, pattern) in patterns {
      #expect(try Self.load(names, patterns: words).standardPattern(of: nil) == pattern)
    }
  }

  @Test(
    "what contradicts is named with what would be right",
    arguments: [
      (
        "",
        "\"plain\" needs to know which two of 3 microphones are the pair; name the pair with left and right"
      ),
      ("left = \"M1\"", "right: is missing; left is given; also name the microphone on the right"),
      ("right = \"M1\"", "left: is missing; right is given; also name the microphone on the left"),
      ("left = \"M1\"\nright = \"M1\"", "right: is \"M1\", which is already given as left"),
      (
        "left = \"M1\"\nright = \"M9\"",
        "right: \"M9\" is not a microphone of this board; the microphones are M1, M2, M3"
      ),
      (
        "left = \"M2\"\nright = \"M1\"",
        "left: is \"M2\", which, held in portrait, is to the right of \"M1\" when you look "
          + "forward; swap left and right, or correct the positions"
      ),
    ])
  func wrong(lines: String, words: String) throws {
    let error = try #require(Self.error(lines))
    #expect(error.contains(words), "\(error)")
  }

  @Test("a fixed board has its pair beside each other, or none")
  func fixed() throws {
    let names = "left = \"M1\"\nright = \"M2\""
    let level = "[orientation]\nmode = \"fixed\"\nup = [0.0, 1.0, 0.0]"
    #expect(Self.error(names, orientation: level) == nil)
    let upright = "[orientation]\nmode = \"fixed\"\nup = [1.0, 0.0, 0.0]"
    let error = try #require(Self.error(names, orientation: upright))
    #expect(
      error.contains("left: is \"M1\", which is never to the left or right of \"M2\""), "\(error)")
  }

  @Test("one microphone has no left and right of any kind", arguments: ["plain", "mid-side"])
  func one(pattern: String) throws {
    let error = try #require(Self.error("", patterns: "[\"\(pattern)\"]", microphones: 1))
    #expect(error.contains("\"\(pattern)\" needs two microphones, and the board has one"))
  }
}
