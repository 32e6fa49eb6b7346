import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// The judge of Tests/Hearing, in the virtual environment that `PINNA_TEST_VENV` names.
private enum HearingJudge {
  private static let python = getenv("PINNA_TEST_VENV").map {
    String(cString: $0) + "/bin/python"
  }
  private static let script =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    + "/Hearing/judge.py"

  static let isAvailable =
    ChildProcess.builtPrograms != nil
    && python.map { ChildProcess.run([$0, "-c", "import numpy, scipy, soundfile"])?.status == 0 }
      ?? false

  /// Judges the program that was built with the tests.
  static func run(_ parts: [String]) -> ChildProcess.Outcome? {
    guard let python, let folder = ChildProcess.builtPrograms else { return nil }
    return ChildProcess.run(
      [python, script, "--pinna", folder + "/pinna", "--cache", TestForm.cache] + parts)
  }
}

/// Stereo of `pinna render` against a measured head, by code that shares nothing with the program.
@Suite(
  "Hearing",
  .enabled(
    if: HearingJudge.isAvailable,
    "needs the program, and numpy, scipy and soundfile where PINNA_TEST_VENV says"))
struct HearingTests {
  @Test("Stereo holds on bands and arrays that no design has seen, and on a measured array")
  func short() throws {
    let judged = try #require(HearingJudge.run(["short"]))
    print(judged.output)
    let broken = judged.output.split(separator: "\n").filter { $0.contains("BROKEN") }
    #expect(judged.status == 0 && broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test("Ambisonics tells where waves come from, as far as it says, and is refused where it cannot")
  func ambisonics() throws {
    let judged = try #require(HearingJudge.run(["ambisonics:respeaker-4mic-hat,line-4"]))
    print(judged.output)
    let broken = judged.output.split(separator: "\n").filter { $0.contains("BROKEN") }
    #expect(judged.status == 0 && broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }
}
