import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The loudness of the takes of `deploy/demo`.
@Suite struct DemoLevelTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") {
    $0 + "/" + $1
  }
  static let hasVoices = access("/usr/share/sounds/alsa/Front_Center.wav", R_OK) == 0

  @Test(
    "voices of the demo's level make takes of -18 LUFS, far from clipping",
    .enabled(if: hasVoices, "needs the voices of alsa-utils"))
  func loudness() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      schema = 1
      name = "Pair"
      source = "made for tests"
      [capture]
      device = "none"
      channels = 2
      [[microphone]]
      name = "a"
      channel = 0
      position = [-85.0, 0.0, 0.0]
      [[microphone]]
      name = "b"
      channel = 1
      position = [85.0, 0.0, 0.0]
      [[data-source]]
      name = "Back"
      orientation = "back"
      forward = [0.0, 0.0, -1.0]
      patterns = ["plain"]
      [buttons.record]
      chip = "none"
      line = 1
      """, to: "pair.toml")
    let script = try #require(ChildProcess.run(["bash", Self.root + "/deploy/demo-scenario"]))
    #expect(script.status == 0)
    // The first of its takes, by microphones that filters do nothing to.
    let second = try #require(script.output.firstRange(of: "\n[[hand]]\nat = 20.2\n"))
    let first = String(script.output[..<second.lowerBound])
    let scene = try folder.write(
      first.replacing("board = \"phone\"", with: "board = \"pair.toml\"")
        .replacing("duration = 162.0", with: "duration = 20.0"), to: "scene.toml")
    let run = CommandRun.pinna(["simulate", scene, "--out", folder.path + "/takes"])
    #expect(run.code == .success, "\(run.diagnostics)")
    let take = try #require(
      try TakeDirectory(path: folder.path + "/takes").takes().first?.main.first)
    let loudness = try #require(try LoudnessSurvey([take.path]).run().loudness)
    #expect(abs(loudness.integrated + 18) < 1, "\(loudness)")
    #expect(loudness.truePeak < -1, "\(loudness)")
  }
}
