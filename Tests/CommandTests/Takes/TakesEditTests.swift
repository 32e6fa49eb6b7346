import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Titles, notes, markers and judgements in finished takes of every kind.
@Suite("Takes after they are made") struct TakesEditTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @discardableResult
  private func pinna(_ words: String...) -> CommandRun {
    CommandRun.pinna(["takes"] + words, environment: ["HOME": folder.path])
  }

  private func take(_ number: Int) throws -> TakeSet {
    try #require(TakeDirectory(path: folder.path).takes(numbers: [number]).first)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes.prefix(fread(&bytes, 1, bytes.count, file)))
  }

  /// The output of another program.
  private func told(_ program: String, _ words: [String]) -> String {
    ChildProcess.run([program] + words)?.output ?? ""
  }

  @Test("an export names a note that the head of a WAV file cannot hold")
  func cutNote() throws {
    let path = try TakeFileFixture.flac.make(in: folder.path)
    #expect(pinna("note", path, String(repeating: "&", count: 2000)).code == .success)
    let copy = folder.file("copy.wav")
    let run = pinna("export", path, "--format", "wav", "--out", copy)
    let words = "pinna: \(copy): has no room for the whole note of \(path)"
    #expect(run.code == .success && run.diagnostics.contains(words), "\(run.diagnostics)")
    #expect(!run.diagnostics.contains("title"))
    // The title of another program is too long, and its last character that is read is a space, which no file keeps.
    let long = try TakeFileFixture.flac.make(in: folder.path, number: 8) {
      $0.title = String(repeating: "a", count: TakeMetadata.mostTitle - 1) + " b"
    }
    let other = pinna("export", long, "--format", "wav", "--out", folder.file("long.wav"))
    #expect(other.code == .success && !other.diagnostics.contains("no room"))
  }

  @Test("signs that no file keeps become blanks in a text, not question marks")
  func signs() throws {
    _ = try TakeFileFixture.raw.make(in: folder.path)
    #expect(
      pinna("rename", "\(folder.path)/7", "dawn\u{200B}chorus\n\u{202E}owl ").code == .success)
    #expect(try take(7).files.first?.metadata.title == "dawn chorus owl")
  }

  @Test(
    "title, note, marker and judgement are in every file, and the sound stays as it is",
    arguments: TakeFileFixture.available)
  func metadata(kind: TakeFileFixture) throws {
    let path = try kind.make(in: folder.path)
    let raw = kind == .raw ? nil : try TakeFileFixture.raw.make(in: folder.path)
    let before = try TakeFileFixture.samples(path)
    let word = "\(folder.path)/7"
    #expect(pinna("rename", word, "dawn & <chorus>").code == .success)
    #expect(pinna("note", word, "plane at 1:20").code == .success)
    #expect(pinna("mark", word, "0:01.25", "owl").code == .success)
    let kept = pinna("keep", word)
    #expect(kept.code == .success && kept.output.contains("a circled take"), "\(kept.diagnostics)")
    let take = try take(7)
    #expect(take.files.count == (raw == nil ? 1 : 2))
    for file in take.files {
      #expect(file.metadata.title == "dawn & <chorus>" && file.metadata.rating == .keep)
      #expect(file.metadata.note == "plane at 1:20")
      #expect(file.metadata.markers.map(\.frame) == [4004, 10000])
      #expect(file.metadata.markers.last?.label == "owl")
      #expect(file.metadata.gaps.map(\.frame) == [800] && file.metadata.end == .stopped)
    }
    #expect(try TakeFileFixture.samples(path) == before)
    #expect(pinna("verify", folder.path).code == .success)
    #expect(pinna("list", folder.path).output.contains("7*  dawn & <chorus>"))
    // Nothing is left beside the takes.
    let names = told("ls", ["-A", folder.path]).split(separator: "\n")
    #expect(names.count == take.files.count, "\(names)")
    if ExportTests.hasFfmpeg, kind != .raw {
      let probe = told("ffprobe", ["-hide_banner", path])
      #expect(probe.contains("dawn & <chorus>") && probe.contains("plane at 1:20"), "\(probe)")
    }
    // Of two markers at one time, the last one goes.
    #expect(pinna("mark", word, "0.5005", "wren").code == .success)
    let removed = pinna("unmark", word, "0.5").output
    #expect(removed.contains("marker \"wren\" at 00:00:00.500 removed"), "\(removed)")
    #expect(pinna("unmark", word, "1.3").code == .success)
    #expect(pinna("keep", word, "--undo").code == .success)
    #expect(pinna("rename", word, "").code == .success)
    let last = try #require(try self.take(7).main.first?.metadata)
    #expect(last.markers.map(\.frame) == [4004] && last.title == nil && last.rating == nil)
    #expect(try TakeFileFixture.samples(path) == before)
  }

  private static let python = getenv("PINNA_TEST_VENV").map { String(cString: $0) + "/bin/python" }
  private static let hasMutagen =
    python.map { ChildProcess.run([$0, "-c", "import mutagen"])?.status == 0 } ?? false

  @Test(
    "mutagen, which players and libraries of music use, reads title and note of every copy",
    .enabled(
      if: hasMutagen && ExportTests.hasFfmpeg, "needs ffmpeg, and mutagen in PINNA_TEST_VENV"),
    arguments: ["flac", "opus", "m4a", "mp3"])
  func mutagen(format: String) throws {
    try TakeFileFixture.wav.make(in: folder.path)
    let word = "\(folder.path)/7"
    let copy = "\(folder.path)/copy.\(format)"
    #expect(pinna("rename", word, "dawn & <chorus>").code == .success)
    #expect(pinna("note", word, "planes").code == .success)
    let made = pinna("export", word, "--out", copy)
    #expect(made.code == .success, "\(made.diagnostics)")
    let script = "import mutagen, sys; print(mutagen.File(sys.argv[1]).tags)"
    let tags = told(Self.python ?? "", ["-c", script, copy])
    #expect(tags.contains("dawn & <chorus>") && tags.contains("planes"), "\(tags)")
  }

  @Test("a title in the names of files goes away again, and a copy as MP3 has it")
  func inNames() throws {
    try TakeFileFixture.wav.make(in: folder.path)
    let word = "\(folder.path)/7"
    #expect(pinna("rename", word, "dawn chorus", "--in-names").code == .success)
    let path = try #require(try take(7).main.first?.path)
    #expect(path.hasSuffix("_007-dawn-chorus.wav"), "\(path)")
    #expect(pinna("verify", folder.path).code == .success)
    if ExportTests.hasFfmpeg {
      let copy = folder.path + "/copy.mp3"
      let made = pinna("export", word, "--out", copy)
      #expect(made.code == .success, "\(made.diagnostics)")
      let probe = told("ffprobe", ["-hide_banner", copy])
      #expect(probe.contains("Audio: mp3") && probe.contains("dawn chorus"), "\(probe)")
    }
    #expect(pinna("rename", word, "", "--in-names").code == .success)
    #expect(try take(7).main.first?.path.hasSuffix("_007.wav") == true)
  }

  @Test(
    "a title does not go into a name without a number, and nothing changes",
    arguments: [[], ["--json"]])
  func inOwnName(options: [String]) throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    #expect(rename(path, folder.file("dawn.wav")) == 0)
    let before = try folder.read("dawn.wav")
    let words = ["takes", "rename", folder.file("dawn"), "chorus", "--in-names"]
    let run = CommandRun.pinna(words + options)
    #expect(run.code == .data && run.diagnostics.contains("has no number"), "\(run.diagnostics)")
    #expect(try folder.read("dawn.wav") == before)
    #expect(CommandRun.pinna(Array(words.dropLast()) + options).code == .success)
  }

  @Test(
    "a file that lacks sound is not given a head that hides it",
    arguments: TakeFileFixture.available)
  func cutOff(kind: TakeFileFixture) throws {
    let path = try kind.make(in: folder.path)
    let whole = try bytes(path)
    truncate(path, off_t(whole.count * 2 / 3))
    let cut = try bytes(path)
    guard pinna("verify", folder.path).code != .success else { return }
    let marked = pinna("mark", folder.path + "/7", "0.1")
    #expect(
      marked.code == .data && marked.diagnostics.contains("takes recover"), "\(marked.diagnostics)")
    #expect(try bytes(path) == cut)
  }

  @Test("a false take comes last")
  func order() throws {
    for number in [7, 8, 9] { try TakeFileFixture.wav.make(in: folder.path, number: number) }
    #expect(pinna("false", folder.path + "/7").code == .success)
    let lines = pinna("list", folder.path).output.split(separator: "\n").map { $0.prefix(2) }
    #expect(lines[1...3].map { $0.filter(\.isNumber) } == ["8", "9", "7"], "\(lines)")
  }

  @Test("what cannot be done is refused in words, and nothing changes")
  func refusals() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    let before = try bytes(path)
    let word = folder.path + "/7"
    for (words, code, told) in [
      (["mark", word, "2:00"], ExitCode.usage, "not before the end"),
      (["mark", word, "nan"], .usage, "is not a time"),
      (["unmark", word, "1.5"], .noInput, "00:00:00.500"),
      (["keep", folder.path + "/9"], .noInput, "there is take 7"),
    ] {
      let run = CommandRun.pinna(["takes"] + words)
      #expect(run.code == code && run.diagnostics.contains(told), "\(words): \(run.diagnostics)")
    }
    let foreign = folder.file("foreign.wav")
    try folder.write(OtherWAV(channels: 2, bits: 16).file(frames: 800), to: "foreign.wav")
    let other = pinna("rename", foreign, "mine")
    #expect(other.code == .data && other.diagnostics.contains("is not a Pinna take"))
    #expect(try bytes(path) == before)
    #expect(rename(path, folder.file("20260801_120000_007.recording.wav")) == 0)
    #expect(pinna("note", word, "x").code == .temporary)
  }
}
