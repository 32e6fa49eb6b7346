import Glibc
import TakeFiles
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna render --pattern ambix`.
@Suite struct AmbisonicCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file of silence with so many channels.
  private func silence(channels: Int) throws -> String {
    let path = folder.expect("in.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48000, channels: channels, samples: .s24))
    try writer.append(
      interleaved: [Float](repeating: 0, count: channels * 1000), frames: 1000)
    try writer.finish()
    return path
  }

  private func render(_ board: String, channels: Int, _ words: [String] = []) throws -> CommandRun {
    CommandRun.pinna(
      [
        "render", try silence(channels: channels), folder.expect("out.wav"), "--board", board,
        "--pattern", "ambix", "--ears", "sphere",
      ] + words)
  }

  @Test("a board on a table gives four channels, and is told up to where they are right")
  func table() throws {
    let run = try render("respeaker-4mic-hat-table", channels: 4)
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(
      run.output.hasPrefix(
        "\(folder.path)/out.wav: Top, ambix, 0.02 s, W, Y, Z, X: AmbiX, order 1, ACN, SN3D, horizontal "
          + "(Z is silent), good from "))
    let shown = CommandRun.pinna(["takes", "show", "\(folder.path)/out.wav"])
    #expect(shown.output.contains("AmbiX, order 1, ACN, SN3D, horizontal (Z is silent), good "))
    #expect(shown.output.contains("4  X"))
  }

  @Test(
    "what cannot tell directions around it is refused with the reason, and nothing is made",
    arguments: [
      (
        "i2s-pair", 2,
        "ambisonics needs at least 3 microphones in a level plane, but only 2 can be used"
      ),
      ("line-pair", 2, "needs at least 3 microphones in a level plane"),
      ("respeaker-4mic-hat", 4, "where front and back are the same, so X would be silent"),
    ])
  func refused(board: String, channels: Int, words: String) throws {
    let run = try render(board, channels: channels)
    #expect(run.code == .configuration)
    #expect(run.diagnostics.contains("no ambisonics: ") && run.diagnostics.contains(words))
    #expect(access("\(folder.path)/out.wav", F_OK) != 0)
  }

  @Test(
    "words of other programs lead to it", arguments: ["b-format", "AmbiX", "ambisonics", "FOA"])
  func words(word: String) {
    for command in [["render", "in.wav"], ["record"], ["design"]] {
      let run = CommandRun.pinna(command + ["--pattern", word])
      #expect(run.code == .usage)
      #expect(run.diagnostics.contains("--pattern '\(word)': did you mean ambix?"))
    }
  }
}
