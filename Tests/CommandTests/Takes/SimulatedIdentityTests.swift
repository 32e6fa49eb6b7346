import Glibc
import TakeFiles
import Testing

@testable import CommandSupport
@testable import pinna

/// Identities of takes that the simulator made.
@Suite struct SimulatedIdentityTests {
  @Test("takes of different simulated runs are different takes, and those of one run never are")
  func identities() throws {
    let folder = try TemporaryFolder()
    try folder.write(PairBoardFile.bare, to: "pair.toml")
    func run(_ name: String, level: Double) throws -> String {
      let scene = try folder.write(
        """
        board = "pair.toml"
        duration = 1.2
        [[source]]
        noise = "white"
        azimuth = 20.0
        level = \(level)
        [[hand]]
        at = 0.2
        press = "record"
        [[hand]]
        at = 0.8
        press = "record"

        """, to: "scene.toml")
      let out = folder.path + "/" + name
      let run = CommandRun.pinna([
        "simulate", scene, "--out", out, "--pattern", "omni", "--ears", "sphere", "--pre-roll", "0",
        "--raw", "--start", "2026-08-01 12:00:00",
      ])
      #expect(run.code == .success, "\(run.diagnostics)")
      return out + "/20260801_120000_001"
    }
    let (first, again) = (try run("a", level: -20), try run("b", level: -20))
    let other = try run("c", level: -30)
    let families = try [first, again, other].map {
      try TakeFile.read(path: $0 + ".wav").metadata.familyID
    }
    #expect(families[0] == families[1] && families[0] != families[2])
    #expect(unlink(first + "_raw.wav") == 0)
    #expect(rename(other + "_raw.wav", first + "_raw.wav") == 0)
    let verify = CommandRun.pinna(["takes", "verify", folder.path + "/a"])
    #expect(
      verify.code == .failure && verify.output.contains("of another take"), "\(verify.output)")
  }
}
