import Face
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes trim` and `pinna takes join`.
@Suite struct TakesTrimTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) -> CommandRun { CommandRun.pinna(["takes"] + words) }

  private func take(_ number: Int) throws -> TakeSet {
    try #require(try TakeDirectory(path: folder.path).takes(numbers: [number]).first)
  }

  /// The samples of a WAV file, as they are stored.
  private func stored(_ path: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: path)
    var samples = [Int32](repeating: 0, count: reader.frames * reader.channels)
    #expect(try reader.read(samples: &samples, frames: reader.frames) == reader.frames)
    return samples
  }

  private func decoded(_ path: String) throws -> [Float] {
    let audio = try TakeAudio(path: path)
    var (samples, all) = ([Float](repeating: 0, count: 2 * 4096), [Float]())
    while case let count = try audio.read(into: &samples, frames: 4096), count > 0 {
      all += samples.prefix(2 * count)
    }
    return all
  }

  @Test("stereo and raw are cut at the same frames, sample for sample, and the take stays")
  func samples() throws {
    let stereo = try TakeFileFixture.wav.make(in: folder.path) { $0.contents = [.rendered, .raw] }
    let raw = try TakeFileFixture.raw.make(in: folder.path) { $0.contents = [.rendered, .raw] }
    let before = try (stored(stereo), stored(raw))
    let made = run("trim", "\(folder.path)/7", "--from", "0:00.1005", "--to", "1.25")
    #expect(made.code == .success, "\(made.diagnostics)")
    #expect(made.diagnostics == "")
    let new = try take(8)
    let (first, second) = (try #require(new.main.first), try #require(new.files(.raw).first))
    #expect(made.output.hasPrefix("take 8: 0:00:01 of 20260801_120000_007: \(first.path), "))
    #expect(try stored(first.path) == Array(before.0[(2 * 804)..<(2 * 10000)]))
    #expect(try stored(second.path) == Array(before.1[(6 * 804)..<(6 * 10000)]))
    #expect(try stored(stereo) == before.0)
    #expect(try stored(raw) == before.1)
    let result = TakeVerifier.verify(new)
    #expect(result.isSound && result.files == 2, "\(result.findings)")
    #expect(TakeVerifier.verify(try take(7)).isSound)
  }

  @Test("markers, gaps, date and identity are those of the new take")
  func metadata() throws {
    try TakeFileFixture.wav.make(in: folder.path) {
      $0.preRollFrames = 8000
      // The level of the whole take does not hold for a part of it.
      $0.soundLevel = SoundLevel(unweighted: 80, aWeighted: 75)
    }
    let old = try take(7)
    #expect(run("trim", "\(folder.path)/7", "--from", "0.1005", "--to", "1.25").code == .success)
    #expect(run("trim", "\(folder.path)/7", "--from", "1").code == .success)
    let (first, second) = try (take(8), take(9))
    #expect(first.markers.filter { $0.kind == .button }.map(\.frame) == [3200])
    #expect(first.gaps == [TakeGap(frame: 0, frames: 4, cause: "overrun")])
    #expect(second.markers.isEmpty && second.gaps.isEmpty && second.frames == 8000)
    let facts = [old, first, second].compactMap(\.main.first).map(\.metadata)
    #expect(Set(facts.map(\.familyID)).count == 3)
    #expect(facts.map { $0.soundLevel == nil } == [false, true, true])
    #expect(facts.map(\.preRollFrames) == [8000, 8000 - 804, 0])
    #expect(facts.map(\.timeReference).map { $0 - facts[0].timeReference } == [0, 804, 8000])
    #expect(facts.map(\.date.timeText) == ["12:00:00", "12:00:00", "12:00:01"])
    #expect(
      facts[2].notes.contains("trimmed from 20260801_120000_007, 00:00:01.000 to 00:00:02.000"))
    #expect(first.end?.words == "trimmed" && first.end?.isPlain == true)
  }

  @Test("a compressed take is cut to the frame; FLAC keeps every sample")
  func compressed() throws {
    for (index, fixture) in TakeFileFixture.available.enumerated() where fixture.kind != .wav {
      let number = 20 + 2 * index
      let path = try fixture.make(in: folder.path, number: number)
      let before = Array(try decoded(path)[(2 * 4000)..<(2 * 10000)])
      let made = run("trim", path, "--from", "0.5", "--to", "1.25")
      #expect(made.code == .success, "\(made.diagnostics)")
      let new = try take(number + 1)
      // Of a file that is cut off from its last packet, decoders may give the rest of the packet too.
      let after = Array(try decoded(try #require(new.main.first).path).prefix(2 * new.frames))
      #expect(after.count == before.count && new.frames == 6000)
      if fixture == .flac {
        #expect(after == before)
      } else {
        func product(_ a: [Float], _ b: [Float]) -> Float {
          zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let likeness =
          product(after, before)
          / (product(after, after) * product(before, before)).squareRoot()
        #expect(likeness > 0.9, "\(fixture)")
        #expect(new.main[0].metadata.notes.contains("compressed a second time"))
      }
      #expect(new.markers.first { $0.kind == .button }?.frame == 4)
      #expect(TakeVerifier.verify(new).isSound)
    }
  }

  @Test("a range over the parts of a take becomes one file")
  func parts() throws {
    var paths: [String] = []
    for part in 0...1 {
      let path = try TakeFileFixture.wav.make(
        in: folder.path, frames: 16000 - 8000 * part, end: part == 0 ? .continued : .stopped
      ) {
        ($0.part, $0.firstFrame) = (part, 16000 * part)
        $0.markers = part == 0 ? [] : [TakeMarker(frame: 18000, kind: .button, label: "owl")]
      }
      let name = path.replacing("_007", with: "_007_\(TakeName.letters(part))")
      try TakeFile.rename(path, to: name)
      paths.append(name)
    }
    let made = run("trim", "\(folder.path)/7", "--from", "1.5", "--to", "2.5")
    #expect(made.code == .success, "\(made.diagnostics)")
    let new = try take(8)
    let (a, b) = try (stored(paths[0]), stored(paths[1]))
    #expect(new.main.count == 1)
    #expect(try stored(new.main[0].path) == Array(a[(2 * 12000)...] + b[..<(2 * 4000)]))
    #expect(new.markers.map(\.frame) == [6000])
    unlink(paths[0])
    let refused = run("trim", "\(folder.path)/7", "--to", "0.5")
    #expect(refused.code == .data && refused.diagnostics.contains("part 1 is missing"))
    #expect(CommandRun.pinna(["takes", "list", folder.path]).output.contains("lacks part 1"))
    let marked = CommandRun.pinna(["takes", "mark", "\(folder.path)/7", "0.5"])
    #expect(marked.code == .data && marked.diagnostics.contains("part 1 is missing"))
  }

  @Test("takes that are judged differently make a joined take without a judgement")
  func judged() throws {
    for number in [7, 8] { try TakeFileFixture.wav.make(in: folder.path, number: number) }
    #expect(run("false", "\(folder.path)/7").code == .success)
    #expect(run("rename", "\(folder.path)/8", "owl").code == .success)
    let made = run("join", "\(folder.path)/7", "\(folder.path)/8")
    #expect(
      made.diagnostics.contains("no title, because its first part has none"), "\(made.diagnostics)"
    )
    #expect(made.diagnostics.contains("has no judgement"))
    #expect(try take(9).main[0].metadata.rating == nil && take(9).main[0].metadata.title == nil)
    #expect(run("rename", "\(folder.path)/7", "wren").code == .success)
    let titled = run("join", "\(folder.path)/7", "\(folder.path)/8")
    #expect(titled.diagnostics.contains("only the title of its first part"))
    #expect(try take(10).main[0].metadata.title == "wren")
  }

  @Test("a joined take keeps the fields of all its sources, and a second value is named")
  func fields() throws {
    for (number, artist) in [(7, "Anna"), (8, "Bob")] {
      try TakeFileFixture.flac.make(in: folder.path, number: number) {
        $0.others = [MetadataField("Vorbis|ARTIST", artist), MetadataField("Bat \(number)", "yes")]
      }
    }
    let made = run("join", "\(folder.path)/7", "\(folder.path)/8")
    #expect(
      made.diagnostics.contains("contents of its sources: another value of ARTIST\n"),
      "\(made.diagnostics)")
    let others = try take(9).main[0].metadata.others
    #expect(others.map(\.key) == ["Vorbis|ARTIST", "Bat 7", "Bat 8"] && others[0].value == "Anna")
  }

  @Test("takes are joined in their order, with a marker between them")
  func joined() throws {
    let paths = try [7, 8].map { try TakeFileFixture.wav.make(in: folder.path, number: $0) }
    try TakeFileFixture.raw.make(in: folder.path, number: 8)
    let made = run("join", paths[0], paths[1], "--json")
    #expect(made.code == .success)
    #expect(made.diagnostics.contains("no raw file: only 20260801_120000_008 has one"))
    #expect(made.output.contains("\"frames\" : 32000"), "\(made.output)")
    let new = try take(9)
    #expect(try stored(new.main[0].path) == stored(paths[0]) + stored(paths[1]))
    #expect(new.markers.filter { $0.kind == .resume }.map(\.frame) == [16000])
    #expect(new.markers.filter { $0.kind == .button }.map(\.frame) == [4004, 20004])
    #expect(new.gaps.map(\.frame) == [800, 16800])
    let flac = try TakeFileFixture.flac.make(in: folder.path, number: 10)
    let refused = run("join", paths[0], flac)
    #expect(refused.code == .data && refused.diagnostics.contains("is flac 24/8, and"))
    #expect(run("join", paths[0]).code == .usage)
  }

  @Test(
    "what cannot be trimmed is refused with the reason, and nothing is made",
    arguments: [
      (["--from", "3"], "is beyond the end: the recording is 00:00:02.000 long"),
      (["--from", "1.5", "--to", "0:01"], "--from must be before --to"),
      (["--to", "0"], "--from must be before --to"), ([], "give --from, --to or both"),
      (["--from", "1", "--to", "1.00001"], "there is less than one frame, 1/8000 s, between"),
      (["--to", "1:75"], "is not a time"), (["--from", "-1"], ""),
      (["--to", "nan"], "is not a time"),
    ])
  func refused(_ words: [String], _ reason: String) throws {
    try TakeFileFixture.wav.make(in: folder.path)
    let made = CommandRun.pinna(["takes", "trim", "\(folder.path)/7"] + words)
    #expect(made.code == .usage && made.diagnostics.contains(reason), "\(made.diagnostics)")
    #expect(try TakeDirectory(path: folder.path).takes().count == 1)
  }

  @Test("no room has the same exit code for every command that makes takes")
  func noRoom() {
    #expect(CommandError(TakeEditError.noRoom("there is no room")).exitCode == .cannotCreate)
    for code in [ENOSPC, EDQUOT] {
      let error = TakeFileError.system(operation: .write, path: "a.wav", code: code)
      #expect(CommandError(error).exitCode == .cannotCreate)
    }
  }

  @Test("takes in progress and files of other programs are refused")
  func foreign() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    try TakeFile.rename(path, to: TakeName.inProgressPath(for: path))
    let cut = run("trim", "\(folder.path)/7", "--to", "1")
    #expect(cut.code == .temporary && cut.diagnostics.contains("pinna takes recover"))
    var writer = try WAVWriter.create(
      path: folder.expect("zoom.wav"), format: AudioFormat(rate: 8000, channels: 2, samples: .s24))
    try writer.append(interleaved: [Float](repeating: 0, count: 200), frames: 100)
    try writer.finish()
    let other = run("trim", folder.expect("zoom.wav"), "--to", "0.01")
    #expect(other.code == .data && other.diagnostics.contains("cut the file in an audio editor"))
    let saved = WAVChunk(id: "guan", payload: Array("GUANO|Version:1.0\nMake:Pinna\n".utf8))
    let wav = OtherWAV(channels: 2, bits: 16).file(frames: 800, chunks: [saved])
    let file = try #require(fopen(folder.expect("bat.wav"), "w"))
    fwrite(wav, 1, wav.count, file)
    fclose(file)
    let stripped = run("trim", folder.expect("bat.wav"), "--to", "0.01")
    #expect(
      stripped.code == .data && stripped.diagnostics.contains("another program saved it without"))
  }

  @Test(
    "a signal that ends a trim or an export leaves nothing of the new files",
    .enabled(
      if: ExportTests.hasFfmpeg && ChildProcess.builtPrograms != nil,
      "needs ffmpeg and the built program"), arguments: ["HUP", "TERM"])
  func signals(_ signal: String) throws {
    let takes = try TemporaryDirectory()
    try TakeFileFixture.m4a.make(in: takes.path) { $0.contents = [.rendered, .raw] }
    try TakeFileFixture.raw.make(in: takes.path) { $0.contents = [.rendered, .raw] }
    // A program in the place of ffmpeg, which ends Pinna once all sound has been passed to the encoder.
    let programs = try TemporaryFolder()
    let script = """
      #!/bin/sh
      case "$*" in *pipe:0*) ;; *) exec ffmpeg "$@" ;; esac
      cat > /dev/null
      kill -s \(signal) $PPID
      while kill -0 $PPID 2> /dev/null; do :; done
      """
    try #require(chmod(try programs.write(script, to: "ffmpeg"), 0o755) == 0)
    let path = programs.path + ":" + (getenv("PATH").map { String(cString: $0) } ?? "")
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let export = ["export", "\(takes.path)/7", "--format", "m4a", "--out"]
    for words in [
      ["trim", "\(takes.path)/7", "--from", "1"], export + [takes.file("copy.m4a")],
    ] {
      let run = try #require(
        ChildProcess.run([program, "takes"] + words, variables: ["PATH": path]))
      #expect(run.status == nil, "\(run.output)")
      #expect(
        try takes.names.sorted() == ["20260801_120000_007.m4a", "20260801_120000_007_raw.wav"])
    }
  }

  @Test("a take that is renamed while it is trimmed is read under its new names")
  func renamed() throws {
    try TakeFileFixture.wav.make(in: folder.path)
    let old = try take(7)
    let edit = try TakeEdit([TakeEdit.Piece(old, 0..<8000)], deed: "trimmed")
    _ = try old.putTitleInNames("owls")
    #expect(try edit.run().number == 8)
    #expect(TakeVerifier.verify(try take(8)).isSound)
  }

  @Test("recover says that it removed what an interrupted trim left")
  func leftovers() throws {
    try TakeFileFixture.wav.make(in: folder.path)
    for ending in ["new", "wav"] { try folder.write("", to: ".20260801_120000_008.\(ending)") }
    let first = run("recover", folder.path)
    #expect(first.code == .success && first.output == "")
    #expect(first.diagnostics.contains("removed the files of 1 incomplete new take: "))
    #expect(!folder.contains(".20260801_120000_008.wav"))
    #expect(run("recover", folder.path).output == "Nothing to recover.\n")
  }

  @Test("the sound report has a line for each file, and quotes what a spreadsheet would take apart")
  func report() throws {
    try TakeFileFixture.wav.make(in: folder.path) {
      $0.markers = [TakeMarker(frame: 8000, kind: .button, label: "an \"owl\", near")]
      $0.notes = ["=1+1"]
    }
    try TakeFileFixture.raw.make(in: folder.path)
    let made = run("list", folder.path, "--csv")
    let lines = made.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("File,Scene,Take,Date,Start,Length,"))
    #expect(
      lines.contains(
        "20260801_120000_007.wav,2026-08-01,007,2026-08-01 12:00:00,12:00:00.000,00:00:02.000,8000,"
          + "24,2,LEFT RIGHT,\"00:00:01.000 an \"\"owl\"\", near\",1,'=1+1; stopped,"),
      "\(made.output)")
    #expect(run("list", folder.path, "--csv", "--json").code == .usage)
    try folder.write("junk", to: "20260801_120000_009.wav")
    let unread = run("list", folder.path, "--csv").output.split(separator: "\n").last ?? ""
    #expect(unread.hasPrefix("20260801_120000_009.wav,,,,") && unread.contains("with RIFF"))
  }
}
