import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// A take that was split has its parts named by their own starts, and stays one take.
@Suite("Names of the parts of a take") struct SplitNameTests {
  private static let scenario = """
    board = "pair.toml"
    duration = 21.0
    seed = 5
    [[source]]
    tone = 440.0
    azimuth = 20.0
    level = -20.0
    [[hand]]
    at = 0.5
    press = "record"
    [[hand]]
    at = 3.0
    press = "source"
    for = 1.6
    [[hand]]
    at = 8.0
    press = "source"
    for = 1.6
    [[hand]]
    at = 20.0
    press = "record"

    """
  private let folder: TemporaryFolder
  private var takes: String { folder.path + "/takes" }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PairBoardFile.bare, to: "pair.toml")
    try folder.write(Self.scenario, to: "scene.toml")
    let run = CommandRun.pinna([
      "simulate", folder.path + "/scene.toml", "--out", takes, "--raw", "--pattern", "omni",
      "--ears", "sphere", "--pre-roll", "0", "--start", "2026-08-01 12:00:00", "--config",
      try folder.write("[take]\nsplit = \"10 s\"\n", to: "pinna.toml"),
    ])
    try #require(run.code == .success, "\(run.diagnostics)")
  }

  private func names(_ folder: String) throws -> [String] {
    try TakeDirectory(path: folder).fileNames().sorted()
  }

  @Test("each part has the time of its first frame in its name and its date, also behind a pause")
  func parts() throws {
    let found = try names(takes)
    // 3.6 s before the pause, and 6.4 s from 8 s on: that is 14.4 s after the start of the scene.
    #expect(
      found == [
        "20260801_120000_001.wav", "20260801_120000_001_raw.wav", "20260801_120014_001_b.wav",
        "20260801_120014_001_raw_b.wav",
      ])
    for name in found {
      let file = try TakeFile.read(path: takes + "/" + name)
      #expect(file.metadata.take == "20260801_120000_001")
      #expect(file.name?.date == file.metadata.date)
      let words = ["grep", "-aq", "Original Filename: \(name)", takes + "/" + name]
      #expect(ChildProcess.run(words)?.status == 0, "\(name)")
    }
  }

  @Test("they are one take for every command, also when another take has the number")
  func oneTake() throws {
    let other = folder.path + "/other"
    let shell = """
      mkdir \(other) && cp \(takes)/* \(other) && cd \(other) && \
      for f in 20260801_120000*; do cp $f 20260801_120010${f#20260801_120000}; done
      """
    #expect(ChildProcess.run(["sh", "-c", shell])?.status == 0)
    for place in [takes, other] {
      let sets = try TakeDirectory(path: place).takes()
      let take = try #require(sets.first { $0.name == "20260801_120000_001" })
      #expect(take.files.count == 4 && take.main.count == 2 && take.number == 1)
      #expect(sets.count == (place == takes ? 1 : 2))
      let run = CommandRun.pinna(["takes", "verify", place + "/20260801_120000_001"])
      #expect(run.code == .success && run.output.contains(": intact (4 files"), "\(run.output)")
    }
    #expect(unlink(takes + "/20260801_120000_001.wav") == 0)
    let run = CommandRun.pinna(["takes", "verify", takes])
    #expect(run.output.contains("it is part 2, but part 1 is missing"), "\(run.output)")
  }

  @Test("a copy under another number keeps them together")
  func copy() throws {
    let medium = folder.path + "/medium"
    #expect(mkdir(medium, 0o755) == 0)
    try folder.write("another take", to: "medium/20260801_120000_001.wav")
    let run = CommandRun.pinna([
      "takes", "copy", medium, "--config",
      try folder.write(
        "[take]\ndirectory = \"\(takes)\"\n", to: "copy.toml"),
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(
      try names(medium) == [
        "20260801_120000_001.wav", "20260801_120000_1001.wav", "20260801_120000_1001_raw.wav",
        "20260801_120014_1001_b.wav", "20260801_120014_1001_raw_b.wav",
      ])
  }
}
