import TestSupport
import Testing

@testable import pinna

@Suite struct SimulateCommandTests {
  @Test(
    "a scenario without takes says why: none was asked for, or it was refused",
    arguments: [
      ("", "no take was made: the scenario presses no record button"),
      (
        """
        [[hand]]
        at = 0.5
        press = "record"
        [[fault]]
        at = 0.2
        power-fails = true

        """, "no take was made: what asked for one was refused, for the reason above"
      ),
    ])
  func noTakes(hands: String, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(RenderCommandTests.board, to: "pair.toml")
    let scene = try folder.write(
      "board = \"pair.toml\"\nduration = 1.0\n" + hands, to: "scene.toml")
    let run = CommandRun.pinna([
      "simulate", scene, "--out", folder.path + "/takes", "--pattern", "omni", "--ears", "sphere",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }
}
