import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The input gain of a sound card: asked for, granted, heard, and written down.
@Suite struct InputGainTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.board("gain-controls = [\"Mic Gain\"]"), to: "gained.toml")
    try folder.write(Self.board(""), to: "plain.toml")
    for board in ["gained", "plain"] {
      try folder.write(
        """
        board = "\(board).toml"
        duration = 3.0
        [[source]]
        tone = 1000.0
        azimuth = 0.0
        level = -30.0
        start = 0.0
        [[hand]]
        at = 0.5
        press = "record"
        [[hand]]
        at = 2.5
        press = "record"
        """, to: "\(board)-scene.toml")
    }
  }

  private static func board(_ capture: String) -> String {
    """
    schema = 1
    name = "Two"
    source = "made for tests"
    [capture]
    device = "none"
    channels = 2
    \(capture)
    [[microphone]]
    name = "a"
    channel = 0
    position = [-40.0, 0.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 1
    position = [40.0, 0.0, 0.0]
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["plain", "omni"]
    [buttons.record]
    chip = "none"
    line = 1
    """
  }

  /// The level in decibels of the only raw file of a simulation, and the gain that it states.
  private func simulate(_ name: String, _ words: String...) throws -> (level: Double, gain: Double?)
  {
    let out = folder.path + "/" + name
    let run = CommandRun.pinna(
      ["simulate", folder.path + "/gained-scene.toml", "--out", out, "--raw", "--pre-roll", "0"]
        + words)
    #expect(run.code == .success, "\(run.diagnostics)")
    let take = try #require(try TakeDirectory(path: out).takes().first)
    let raw = try #require(take.files(.raw).first)
    let audio = try TakeAudio(path: raw.path)
    var samples = [Float](repeating: 0, count: 2 * 24000)
    #expect(try audio.read(into: &samples, frames: 24000) == 24000)
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return (10 * log10(power), raw.metadata.inputGain)
  }

  @Test("the gain is heard in the raw file, and written into every file")
  func heard() throws {
    let usual = try simulate("usual")
    #expect(usual.gain == nil)
    let louder = try simulate("louder", "--input-gain", "12.3")
    // The simulated card has steps of half a decibel.
    #expect(louder.gain == 12)
    #expect(abs(louder.level - usual.level - 12) < 0.05, "\(usual) \(louder)")
    let shown = CommandRun.pinna(["takes", "show", try #require(try path("louder"))])
    #expect(shown.output.contains("input gain   12 dB"), "\(shown.output)")
  }

  private func path(_ name: String) throws -> String? {
    try TakeDirectory(path: folder.path + "/" + name).takes().first?.main.first?.path
  }

  @Test("a gain that is too much clips in the card, as it would")
  func clipped() throws {
    let much = try simulate("much", "--input-gain", "36")
    // A sine of -30 dBFS 36 dB louder is cut at full scale: between a sine and a square.
    #expect(much.level > -3 && much.level <= 0, "\(much)")
  }

  @Test("settings say it as well, and a value out of bounds is named with its line")
  func settings() throws {
    let config = try folder.write("[take]\ninput-gain = 6.0\n", to: "pinna.toml")
    #expect(try simulate("by-settings", "--config", config).gain == 6)
    let wrong = try folder.write("[take]\ninput-gain = 90.0\n", to: "wrong.toml")
    let run = CommandRun.pinna([
      "simulate", folder.path + "/gained-scene.toml", "--out", folder.path + "/x", "--config",
      wrong,
    ])
    #expect(run.code == .configuration)
    #expect(
      run.diagnostics.contains("wrong.toml:2:14: take.input-gain: is 90"), "\(run.diagnostics)")
    let usage = CommandRun.pinna([
      "simulate", folder.path + "/gained-scene.toml", "--out", folder.path + "/x", "--input-gain",
      "90",
    ])
    #expect(usage.code == .usage)
  }

  @Test("a board that names no control is refused in words, before anything is opened")
  func none() {
    for words in [
      ["simulate", folder.path + "/plain-scene.toml", "--out", folder.path + "/x"],
      ["check", "mixer", "--scenario", folder.path + "/plain-scene.toml"],
    ] {
      let run = CommandRun.pinna(words + ["--input-gain", "6"])
      #expect(run.code == .configuration, "\(words)")
      #expect(
        run.diagnostics.contains("the board plain does not name an input gain control"),
        "\(run.diagnostics)")
      #expect(run.diagnostics.contains("gain-controls"))
    }
  }

  @Test("check shows the gain that there is, and whether it is the one that is asked for")
  func checked() {
    let check = ["check", "mixer", "--scenario", folder.path + "/gained-scene.toml"]
    let usual = CommandRun.pinna(check)
    #expect(usual.output.contains("input gain 0 dB, which no setting changes"), "\(usual.output)")
    let asked = CommandRun.pinna(check + ["--input-gain", "20"])
    #expect(asked.output.contains("input gain 20 dB, requested 20 dB"), "\(asked.output)")
    #expect(asked.code == .success)
    // The card goes to 36 dB: it keeps the gain that it had.
    let refused = CommandRun.pinna(check + ["--input-gain", "50"])
    #expect(refused.code == .failure)
    #expect(
      refused.output.contains("input gain 0 dB, but 50 dB were requested"), "\(refused.output)")
  }
}
