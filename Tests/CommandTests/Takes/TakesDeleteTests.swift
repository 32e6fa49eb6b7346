import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes delete`: takes go only when they are safe elsewhere, and someone agrees.
@Suite struct TakesDeleteTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["takes", "stick"] { try #require(mkdir(folder.file(name), 0o755) == 0) }
    let text = """
      [take]
      directory = "\(takes)"
      [copy]
      record = "\(folder.file("copied"))"
      """
    try folder.write(Array(text.utf8), to: "pinna.toml")
    for number in 1...3 {
      // The longest has a middle that is neither at its start nor at its end, where copies are compared first.
      let frames = number == 3 ? 40_000 : 8000
      try TakeFileFixture.wav.make(in: takes, number: number, frames: frames)
    }
    try TakeFileFixture.raw.make(in: takes, number: 1, frames: 8000)
  }

  private var takes: String { folder.file("takes") }
  private var stick: String { folder.file("stick") }

  private func run(_ words: String..., answers: [String]? = nil) -> CommandRun {
    CommandRun.pinna(
      ["takes"] + words + ["--config", folder.file("pinna.toml")], answers: answers)
  }

  private func names() throws -> [String] { try TakeDirectory(path: takes).fileNames() }

  @Test("without a copy nothing goes, and it says what to do")
  func withoutCopy() throws {
    let run = run("delete", "1", "2", "--yes")
    #expect(run.code == .failure)
    #expect(run.diagnostics.contains("20260801_120000_001, 20260801_120000_002: no copy is known"))
    #expect(run.diagnostics.contains("--copy DIR"))
    #expect(try names().count == 4)
  }

  @Test("a take in the folder of a day is listed, titled, copied, and goes with that folder")
  func dayFolder() throws {
    let day = takes + "/2026-08-01"
    try #require(mkdir(day, 0o755) == 0)
    try TakeFileFixture.wav.make(in: day, number: 4, frames: 8000)
    let name = "20260801_120000_004"
    #expect(run("rename", "4", "Owl").code == .success)
    #expect(run("list").output.contains("Owl") && run("show", "4").output.contains(name))
    #expect(run("show", "last").output.contains(name))
    #expect(run("verify", day + "/" + name + ".wav").code == .success)
    #expect(run("copy", stick).code == .success)
    #expect(access(stick + "/2026-08-01/" + name + ".wav", F_OK) == 0)
    let deleted = run("delete", "4", "--copy", stick, "--yes")
    #expect(deleted.code == .success, "\(deleted.diagnostics)")
    #expect(access(day, F_OK) != 0)
  }

  @Test("files whose names differ only in the Unicode form of a letter are two takes")
  func unicodeForms() throws {
    let (one, other) = ("M\u{FC}ller", "Mu\u{308}ller")
    for name in [one, other] {
      try folder.write(try folder.read("takes/20260801_120000_002.wav"), to: "takes/\(name).wav")
    }
    #expect(run("copy", stick).code == .success)
    try #require(unlink("\(stick)/\(one).wav") == 0)
    // The copy of one file is not a copy of the other.
    #expect(run("delete", "\(takes)/\(one)", "--copy", stick, "--yes").code == .failure)
    let deleted = run("delete", "\(takes)/\(other)", "--copy", stick, "--yes")
    #expect(deleted.code == .success, "\(deleted.diagnostics)")
    #expect(access("\(takes)/\(one).wav", F_OK) == 0)
    #expect(access("\(takes)/\(other).wav", F_OK) != 0)
  }

  @Test("a copy is compared byte by byte, and all files of the take go")
  func copied() throws {
    #expect(run("copy", stick).code == .success)
    let deleted = run("delete", "1", "--copy", stick, "--yes")
    #expect(deleted.code == .success, "\(deleted.diagnostics)")
    #expect(deleted.output == "20260801_120000_001: deleted\n")
    #expect(try names() == ["20260801_120000_002.wav", "20260801_120000_003.wav"])
    // One byte in the middle, which a comparison of sizes and ends does not see.
    let copy = stick + "/20260801_120000_003.wav"
    let size = try #require(SmallCopy.size(copy))
    try SmallCopy.flip(copy, at: size / 2)
    let refused = run("delete", "2", "3", "--copy", stick, "--yes")
    #expect(refused.code == .failure)
    #expect(refused.diagnostics.contains("\(copy): differs from the take, and nothing was deleted"))
    #expect(!refused.diagnostics.contains("no copy is known"))
    #expect(try names().count == 2)
  }

  @Test("a link to the take, and the folder of the takes itself, are no copies")
  func links() throws {
    let name = "/20260801_120000_002.wav"
    #expect(link(takes + name, stick + name) == 0)
    #expect(run("delete", "2", "--copy", stick, "--yes").code == .failure)
    #expect(run("delete", "2", "--copy", takes, "--yes").code == .failure)
    let missing = run("delete", "2", "--copy", folder.file("nowhere"), "--yes")
    #expect(missing.code == .noInput)
    #expect(try names().count == 4)
  }

  @Test("the list of copies that were read back counts too")
  func listed() throws {
    #expect(run("copy", stick, "--record", folder.file("copied")).code == .success)
    #expect(run("delete", "3", "--yes", "--json").output.contains("\"wasCopied\" : true"))
    #expect(try names().count == 3)
  }

  @Test("it asks, and anything but yes keeps the takes", arguments: ["", "n", "maybe", "yes", "Y"])
  func asks(answer: String) throws {
    let run = run("delete", "2", "3", "--force", answers: [answer])
    #expect(run.code == .success)
    #expect(run.diagnostics.contains("  20260801_120000_002  0:00:01  "))
    #expect(run.diagnostics.contains("no copy is known"))
    #expect(run.diagnostics.contains("Delete these 2 takes, "))
    let isGone = ["yes", "Y"].contains(answer)
    #expect(run.diagnostics.hasSuffix("Nothing was deleted.\n") != isGone)
    #expect(try names().count == (isGone ? 2 : 4))
  }

  @Test("without a terminal it does not guess what the answer would be")
  func noTerminal() throws {
    let run = run("delete", "2", "--force")
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("--yes deletes without asking"))
    #expect(try names().count == 4)
  }

  @Test("a word that names no take deletes none, also beside takes with names of their own")
  func named() throws {
    for name in ["dawn", "dusk"] {
      let path = try TakeFileFixture.wav.make(in: takes, number: 8, frames: 8000)
      try #require(rename(path, takes + "/\(name).wav") == 0)
      let wrong = run("delete", "noon", "--force", "--yes")
      #expect(wrong.code == .noInput, "\(wrong.output)")
      #expect(wrong.diagnostics.contains("noon: no such take"))
    }
    #expect(run("delete", "dawn", "--force", "--yes").output == "dawn: deleted\n")
    #expect(access(takes + "/dusk.wav", F_OK) == 0)
    #expect(try names().count == 4)
  }

  @Test("beside takes without numbers only, a wrong name is answered with their count")
  func withoutNumbers() throws {
    let own = try TemporaryDirectory()
    for (name, there) in [
      ("dawn", "is a take without a number"), ("dusk", "are 2 takes without numbers"),
    ] {
      let path = try TakeFileFixture.wav.make(in: own.path, number: 8, frames: 8000)
      try #require(rename(path, own.file("\(name).wav")) == 0)
      let wrong = CommandRun.pinna(["takes", "show", own.file("noon")])
      #expect(wrong.code == .noInput && wrong.diagnostics.contains(there), "\(wrong.diagnostics)")
    }
  }

  @Test("what is being recorded stays, whatever is said")
  func recorded() throws {
    var writer = try WAVWriter.create(
      path: takes + "/20260801_130000_004.wav",
      format: AudioFormat(rate: 8000, channels: 2, samples: .s24),
      metadata: TakeFileFixture.metadata(4))
    try writer.append(interleaved: [Float](repeating: 0, count: 1600), frames: 800)
    let run = run("delete", "2", "4", "--force", "--yes")
    #expect(run.code == .temporary, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("is being recorded; nothing was deleted"))
    #expect(try names().count == 5)
    try writer.finish()
  }

  @Test("a take that changes while the question stands is not deleted")
  func changed() throws {
    let folder = takes
    let answers = Transcript()
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file,
      ask: {
        let more = try? TakeFileFixture.flac.make(in: folder, number: 1, frames: 8000)
        return more == nil ? "n" : "y"
      }, output: { answers.append($0) }, diagnostics: { answers.append($0) })
    let code = Program.pinna.run(
      ["takes", "delete", "1", "--force", "--config", self.folder.file("pinna.toml")],
      console: console)
    #expect(code == .temporary, "\(answers.text)")
    #expect(try names().count == 5)
  }
}

/// Bytes of one file.
private enum SmallCopy {
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  static func flip(_ path: String, at offset: Int) throws {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    try #require(pread(descriptor, &byte, 1, offset) == 1)
    byte ^= 1
    try #require(pwrite(descriptor, &byte, 1, offset) == 1)
  }
}
