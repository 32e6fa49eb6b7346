import Boards
import Face
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The files of a take belong together, on takes that the recorder made itself.
@Suite struct TakeIdentityTests {
  private let folder: TemporaryFolder
  private var takes: String { folder.path + "/takes" }

  private static let scenario = """
    board = "pair.toml"
    duration = 25.6
    seed = 5
    [[source]]
    tone = 440.0
    azimuth = 20.0
    distance = "far"
    level = -20.0
    [[hand]]
    at = 0.5
    press = "record"
    [[hand]]
    at = 12.6
    press = "record"
    [[hand]]
    at = 13.1
    press = "record"
    [[hand]]
    at = 25.2
    press = "record"

    """

  /// Two takes, each with a rendered, a safety and a raw file in two parts: recorded once for all tests.
  nonisolated(unsafe) private static let recorded: (folder: TemporaryFolder?, problem: String) = {
    do {
      let folder = try TemporaryFolder()
      try folder.write(PairBoardFile.bare, to: "pair.toml")
      try folder.write(scenario, to: "scene.toml")
      let config = try folder.write("[take]\nsplit = \"10 s\"\n", to: "pinna.toml")
      let run = CommandRun.pinna([
        "simulate", folder.path + "/scene.toml", "--out", folder.path + "/takes", "--raw",
        "--safety", "--pattern", "omni", "--ears", "sphere", "--pre-roll", "0", "--start",
        "2026-08-01 12:00:00", "--config", config,
      ])
      return run.code == .success ? (folder, "") : (nil, run.diagnostics)
    } catch {
      return (nil, "\(error)")
    }
  }()

  init() throws {
    folder = try TemporaryFolder()
    let made = try #require(Self.recorded.folder, "\(Self.recorded.problem)")
    let copy = ChildProcess.run([
      "cp", "-r", made.path + "/takes", made.path + "/pair.toml", folder.path,
    ])
    #expect(copy?.status == 0)
  }

  private func path(_ name: String) -> String { "\(takes)/20260801_1200\(name)" }

  /// The takes that were made: 0.5 s and 13.1 s after the start.
  private static let (first, second) = ("00_001", "13_002")

  private func verify(_ name: String) -> CommandRun {
    CommandRun.pinna(["takes", "verify", path(name)])
  }

  @Test("a whole take is sound")
  func whole() throws {
    for name in [Self.first, Self.second] {
      for content in ["", "_safety", "_raw"] {
        // The second part is named by its own start, ten seconds later.
        let second = name == Self.first ? "10_001" : "23_002"
        for file in [name + content, second + content + "_b"] {
          #expect(access(path(file + ".wav"), F_OK) == 0, "\(file)")
        }
      }
      let run = verify(name)
      #expect(run.code == .success && run.output.contains(": intact (6 files, "), "\(run.output)")
      #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }
  }

  /// Files that are replaced or taken away, and the problem that is told.
  static let changes: [(from: String?, to: String, problem: String)] = [
    (
      "13_002_raw.wav", "00_001_raw.wav",
      "001_raw.wav: it is a file of take 20260801_120013_002, but the others are of 20260801_120000_001"
    ),
    ("23_002_b.wav", "10_001_b.wav", "001_b.wav: it is a file of take 20260801_120013_002"),
    ("13_002.wav", "00_001.wav", "001.wav: it is a file of take 20260801_120013_002"),
    (
      "00_001_safety.wav", "00_001_raw.wav",
      "001_raw.wav: its name says raw, but it is a safety file"
    ),
    ("00_001.wav", "00_001_safety.wav", "001_safety.wav: its name says safety, but it is a"),
    ("10_001_raw_b.wav", "00_001_raw.wav", "001_raw.wav: its name says part 1, but it is part 2"),
    (nil, "00_001_raw*", "001_raw_b.wav: it is part 2, but part 1 is missing"),
    (nil, "00_001_safety*", "001_safety_b.wav: it is part 2, but part 1 is missing"),
    (nil, "00_001.wav", "it is part 2, but part 1 is missing"),
    (nil, "10_001_raw_b.wav", "001_raw.wav: it is continued in part 2, which is missing"),
  ]

  @Test("a file that does not belong to the take is found, and one that is gone", arguments: 0..<10)
  func change(_ index: Int) throws {
    let change = Self.changes[index]
    let shell =
      if let from = change.from {
        "cp \(path(from)) \(path(change.to))"
      } else {
        "rm \(path(change.to))"
      }
    #expect(ChildProcess.run(["sh", "-c", shell])?.status == 0)
    let run = verify(Self.first)
    #expect(run.code == .failure && run.output.contains(change.problem), "\(run.output)")
    #expect(verify(Self.second).code == .success)
  }

  @Test("the rendered file that was deleted is missed by what is left of the take")
  func noRendered() throws {
    let shell = "rm \(path("00_001.wav")) \(path("10_001_b.wav"))"
    #expect(ChildProcess.run(["sh", "-c", shell])?.status == 0)
    let run = verify(Self.first)
    #expect(run.code == .failure)
    #expect(run.output.contains("the take's rendered file is missing"))
  }

  @Test("a take of an older recorder is sound, and it is said what cannot be known")
  func old() throws {
    for fixture in [TakeFileFixture.wav, .raw] { try fixture.make(in: folder.path) }
    let run = CommandRun.pinna(["takes", "verify", folder.path + "/20260801_120000_007.wav"])
    #expect(run.code == .success, "\(run.output)")
    #expect(
      run.output.contains("it does not state which files belong to the take"), "\(run.output)")
    #expect(unlink(folder.path + "/20260801_120000_007_raw.wav") == 0)
    #expect(
      CommandRun.pinna(["takes", "verify", folder.path + "/20260801_120000_007.wav"]).code
        == .success)
  }

  @Test("an exported copy, a copy under another number and a rendered case stand for themselves")
  func copies() throws {
    let out = folder.path + "/out"
    #expect(mkdir(out, 0o755) == 0)
    let raw = path("00_001_raw.wav")
    let export = CommandRun.pinna([
      "takes", "export", path("00_001"), "--out", out,
    ])
    #expect(export.code == .success, "\(export.diagnostics)")
    let raws = CommandRun.pinna([
      "takes", "export", path("00_001"), "--content", "raw", "--format", "wav", "--out", out,
    ])
    #expect(raws.code == .success, "\(raws.diagnostics)")
    let render = CommandRun.pinna([
      "render", raw, out + "/other.wav", "--board", folder.path + "/pair.toml", "--pattern",
      "omni", "--ears", "sphere",
    ])
    #expect(render.code == .success, "\(render.diagnostics)")
    let run = CommandRun.pinna(["takes", "verify", out])
    #expect(run.code == .success, "\(run.output)")
    let renumbered = "for f in \(takes)/*_001*; do mv $f $(echo $f | sed 's/_001/_1001/'); done"
    #expect(ChildProcess.run(["sh", "-c", renumbered])?.status == 0)
    #expect(CommandRun.pinna(["takes", "verify", takes]).code == .success)
  }

  @Test("of two takes with the same number, a client of the recorder gets the one that it names")
  func sameNumber() throws {
    let names = ["20260801_120000_007", "20250101_000000_007"]
    let own = try TakeFileFixture.wav.make(in: takes)
    #expect(ChildProcess.run(["cp", own, "\(takes)/\(names[1]).wav"])?.status == 0)
    let board = try Board.load(path: folder.path + "/pair.toml")
    let catalogue = TakeFolder(directory: takes, board: board) { _ in "" }
    for name in names { #expect(try catalogue.take(7, name: name)?.name == name) }
    #expect(try catalogue.take(7, name: nil) != nil && catalogue.take(7, name: "x") == nil)
    var edits = RecorderInterface.TakeEdits(.init(7, name: names[1]))
    edits.title = "wren"
    try catalogue.edit(edits)
    #expect(try names.map { try catalogue.take(7, name: $0)?.title } == [nil, "wren"])
  }

  @Test("a client of the recorder learns how many files are left out of the list of takes")
  func otherFiles() throws {
    let board = try Board.load(path: folder.path + "/pair.toml")
    let catalogue = TakeFolder(directory: takes, board: board) { _ in "" }
    #expect(try catalogue.takes(before: nil, limit: 5).otherFileCount == 0)
    for name in ["wren.wav", "wren_raw.wav", "نص.flac", "notes.txt", ".hidden.wav"] {
      try folder.write("x", to: "takes/\(name)")
    }
    let listed = try catalogue.takes(before: nil, limit: 5)
    #expect(listed.otherFileCount == 3 && listed.takes.map(\.number) == [2, 1])
  }

  @Test("a client of the recorder learns that the folder of takes cannot be read")
  func missingFolder() throws {
    let board = try Board.load(path: folder.path + "/pair.toml")
    let gone = folder.path + "/gone"
    let catalogue = TakeFolder(directory: gone, board: board) { _ in "" }
    let list = #expect(throws: TakeProblem.self) { try catalogue.takes(before: nil, limit: 5) }
    let take = #expect(throws: TakeProblem.self) { try catalogue.take(1, name: nil) }
    #expect(list == take && list?.words.hasPrefix("cannot list \(gone): ") == true)
  }

  // MARK: - What editors see

  /// The texts of an element in the iXML of a file.
  private func element(_ name: String, of path: String) throws -> [String] {
    let shell = "LC_ALL=C grep -aoP '(?<=<\(name)>)[^<]*(?=</\(name)>)' \(path)"
    let run = try #require(ChildProcess.run(["sh", "-c", shell]))
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("every physical file has an identity and an index of its own")
  func identities() throws {
    let raw = path("00_001_raw.wav")
    let others = ["case.wav", "again.wav", "copy.wav"].map { folder.path + "/" + $0 }
    for (output, lowCut) in zip(others, ["80", "200"]) {
      let run = CommandRun.pinna([
        "render", raw, output, "--board", folder.path + "/pair.toml", "--pattern", "omni",
        "--ears", "sphere", "--low-cut", lowCut,
      ])
      #expect(run.code == .success, "\(run.diagnostics)")
    }
    #expect(
      CommandRun.pinna([
        "takes", "export", path("00_001.wav"), "--format", "wav", "--samples", "f32", "--out",
        others[2],
      ]).code == .success)
    let files = ["", "_safety", "_raw"].flatMap { content in
      [path("00_001\(content).wav"), path("10_001\(content)_b.wav")]
    }
    var uids: [String] = []
    for file in files + others { uids += try element("FILE_UID", of: file).prefix(1) }
    #expect(Set(uids).count == files.count + others.count, "\(uids)")
    var indices: [String] = []
    for file in files { indices += try element("FILE_SET_INDEX", of: file).prefix(1) }
    #expect(Set(indices).count == files.count, "\(indices)")
    // The last part knows how many files there are.
    #expect(try element("TOTAL_FILES", of: path("10_001_b.wav")) == ["0006"])
    let families = Set(try files.map { try element("FAMILY_UID", of: $0) })
    #expect(families.count == 1)
  }

  @Test("the number of sync points is stated, and is right")
  func syncPoints() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path) { metadata in
      metadata.markers = (0..<5).map { TakeMarker(frame: $0 * 99, kind: .button, label: "\($0)") }
    }
    let (stated, listed) = try (
      element("SYNC_POINT_COUNT", of: path), element("SYNC_POINT_LOW", of: path)
    )
    // The markers, and the gap that the fixture has.
    #expect(stated == ["6"])
    #expect(listed.count == 6, "\(listed)")
    let many = try TakeFileFixture.wav.make(in: folder.path, number: 8) { metadata in
      metadata.markers = (0..<900).map { TakeMarker(frame: $0 * 9, kind: .button, label: "\($0)") }
    }
    let count = try element("SYNC_POINT_LOW", of: many).count
    #expect(try element("SYNC_POINT_COUNT", of: many) == ["\(count)"])
    #expect(count > 0 && count < 900)
  }
}
