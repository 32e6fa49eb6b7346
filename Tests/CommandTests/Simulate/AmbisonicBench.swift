import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// A simulated board on a table that takes are made with in ambisonics, through the program.
final class AmbisonicBench {
  /// Four microphones on a table, with a record button and a source button.
  static let board = """
    schema = 1
    name = "Four on a table"
    source = "made for tests"
    [capture]
    device = "none"
    channels = 4
    rate = RATE
    [orientation]
    mode = "fixed"
    up = [0.0, 0.0, 1.0]
    [buttons.record]
    chip = "none"
    line = 1
    [buttons.source]
    chip = "none"
    line = 2

    """
    + [(0, -28.7, 28.7), (1, 28.7, 28.7), (2, 28.7, -28.7), (3, -28.7, -28.7)].map {
      "[[microphone]]\nname = \"m\($0.0)\"\nchannel = \($0.0)\nposition = [\($0.1), \($0.2), 0.0]\n"
    }.joined()
    + source("Top", "top", "[0.0, 1.0, 0.0]", "[\"stereo\", \"ambix\"]")
    + source("Bed", "top", "[0.0, 1.0, 0.0]", "[\"ambix\"]")

  private static func source(
    _ name: String, _ face: String, _ forward: String, _ patterns: String
  ) -> String {
    """
    [[data-source]]
    name = "\(name)"
    orientation = "\(face)"
    forward = \(forward)
    patterns = \(patterns)

    """
  }

  let folder: TemporaryFolder
  private(set) var runs = 0

  init(rate: Int = 48000) throws {
    folder = try TemporaryFolder()
    try folder.write(Self.board.replacing("RATE", with: "\(rate)"), to: "four.toml")
  }

  /// Keeps filters between the runs of a test.
  private var environment: [String: String] { ["XDG_CACHE_HOME": folder.path + "/cache"] }

  func pinna(_ words: [String]) -> CommandRun {
    CommandRun.pinna(words, environment: environment)
  }

  /// Runs a scenario, and gives its takes.
  ///
  /// - Parameter scene: the scenario without its board.
  func simulate(
    _ scene: String, board: String = "four.toml", _ words: [String] = []
  ) throws -> (run: CommandRun, takes: [TakeSet]) {
    runs += 1
    let path = try folder.write("board = \"\(board)\"\n" + scene, to: "scene\(runs).toml")
    let out = "\(folder.path)/takes\(runs)"
    let run = pinna(
      ["simulate", path, "--out", out, "--ears", "sphere"] + words)
    return (run, run.code == .success ? try TakeDirectory(path: out).takes() : [])
  }

  /// A take of so many seconds of noise around the board.
  static func noise(seconds: Double, more: String = "") -> String {
    """
    duration = \(seconds + 1)
    seed = 19
    hand = [{ at = 0.2, press = "record" }, { at = \(seconds + 0.2), press = "record" }]
    [[source]]
    noise = "pink"
    azimuth = -60.0
    level = -20.0
    [[source]]
    noise = "pink"
    azimuth = 150.0
    level = -25.0

    """ + more
  }

  /// Renders the raw file of a take again, and gives the samples.
  func rendered(_ take: TakeSet, _ words: [String] = []) throws -> [[Float]] {
    let raw = try #require(take.files(.raw).first?.path)
    let out = folder.expect("rendered\(runs).wav")
    let run = pinna(
      ["render", raw, out, "--board", folder.path + "/four.toml", "--ears", "sphere"] + words)
    try #require(run.code == .success, "\(run.diagnostics)")
    let samples = try Self.channels(out)
    unlink(out)
    return samples
  }

  /// The channels of a file.
  static func channels(_ path: String) throws -> [[Float]] {
    let audio = try TakeAudio(path: path)
    let count = audio.file.channels
    var channels = [[Float]](repeating: [], count: count)
    var block = [Float](repeating: 0, count: 4096 * count)
    while case let frames = try audio.read(into: &block, frames: 4096), frames > 0 {
      for channel in 0..<count {
        channels[channel] += (0..<frames).map { block[$0 * count + channel] }
      }
    }
    return channels
  }
}
