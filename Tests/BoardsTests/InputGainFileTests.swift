import Boards
import TOML
import Testing

/// `gain-controls` and `input-gain` of `[capture]`.
@Suite struct InputGainFileTests {
  private static func load(_ lines: String) throws(TOMLError) -> Board {
    try Board.load(
      text: """
        schema = 1
        name = "One"
        source = "made for tests"
        [capture]
        device = "none"
        channels = 1
        \(lines)
        [[microphone]]
        name = "a"
        channel = 0
        position = [0.0, 0.0, 0.0]
        [[data-source]]
        name = "Back"
        orientation = "back"
        forward = [0.0, 0.0, -1.0]
        patterns = ["omni"]
        """, name: "one.toml", id: "one")
  }

  @Test("controls and gain are read, and neither is there by default")
  func read() throws {
    let board = try Self.load("gain-controls = [\"Mic\", \"Mic,1\"]\ninput-gain = 12.5")
    #expect(board.capture.gainControls == ["Mic", "Mic,1"])
    #expect(board.capture.inputGain == 12.5)
    let other = try Self.load("")
    #expect(other.capture.gainControls.isEmpty && other.capture.inputGain == nil)
  }

  @Test(
    "what cannot be is named",
    arguments: [
      (
        "input-gain = 3",
        "capture.input-gain: needs a gain control on the card; name one in gain-controls"
      ),
      ("gain-controls = []", "capture.gain-controls: is empty"),
      ("gain-controls = [\"A\", \"A\"]", "names \"A\" twice; remove one"),
      ("gain-controls = [\"A\"]\ninput-gain = 100", "capture.input-gain: is 100"),
      ("gain-controls = 4", "gain-controls"),
    ])
  func wrong(lines: String, words: String) {
    do throws(TOMLError) {
      _ = try Self.load(lines)
      Issue.record("accepted: \(lines)")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }
}
