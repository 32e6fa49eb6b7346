import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Damage inside takes, through the commands: nothing good is thrown away, and nothing is left out in silence.
@Suite struct DamagedTakeTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ words: String...) -> CommandRun { CommandRun.pinna(["takes"] + words) }

  private func change(_ path: String, _ body: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let name = TakeName.fileName(of: path)
    var bytes = try folder.read(name)
    body(&bytes)
    try folder.write(bytes, to: name)
    return bytes
  }

  private static let damaging = TakeFileFixture.available.filter { $0.kind != .wav }

  /// Changes one bit in the middle, of AAC in the head of a fragment, which nothing else tells from what was written.
  private func damage(_ path: String, _ fixture: TakeFileFixture) throws -> [UInt8] {
    try change(path) { bytes in
      var place = bytes.count / 2
      if fixture == .m4a {
        let name = Array("traf".utf8)
        place = bytes.indices.first { $0 > place && bytes[$0...].starts(with: name) } ?? place
      }
      bytes[place] ^= 0x10
    }
  }

  @Test("one bit costs a moment, which is silent and marked", arguments: damaging)
  func bit(_ fixture: TakeFileFixture) throws {
    let path = try fixture.make(in: folder.path, frames: 8 * TakeFileFixture.rate)
    let whole = try #require(try TakeFileFixture.samples(path))
    let bytes = try damage(path, fixture)
    let verify = run("verify", path)
    #expect(verify.code == .failure && verify.output.contains("cannot be decoded"), "\(verify)")
    let refused = run("export", path, "--format", "wav", "--out", folder.file("no.wav"))
    #expect(refused.code == .data && refused.diagnostics.contains("takes recover"))
    let recover = run("recover", "--in-place", path)
    #expect(recover.code == .success, "\(recover.diagnostics)")
    #expect(recover.output.contains("the damaged file is kept as \(path).damaged"))
    #expect(try folder.read(TakeName.fileName(of: path) + ".damaged") == bytes)
    let show = run("show", path)
    #expect(show.output.contains("00:00:08.000") && show.output.contains("damaged file"))
    let after = run("verify", path)
    #expect(
      after.code == .success
        && after.output.contains(": intact, with silence in place of damaged parts ("),
      "\(after.output)")
    let samples = try #require(try TakeFileFixture.samples(path))
    #expect(samples.count == whole.count)
    if fixture == .flac {
      let same = zip(samples, whole).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
      #expect(same >= whole.count - 2 * 4608)
    }
    #expect(run("recover", path).output.contains("nothing to repair"))
  }

  @Test("a take in progress keeps what follows the damage", arguments: damaging)
  func inProgress(_ fixture: TakeFileFixture) throws {
    let path = try fixture.make(in: folder.path, frames: 8 * TakeFileFixture.rate)
    _ = try damage(path, fixture)
    #expect(rename(path, TakeName.inProgressPath(for: path)) == 0)
    let recover = run("recover", folder.path)
    #expect(recover.code == .success, "\(recover.diagnostics)")
    #expect(try TakeFile.read(path: path).frames == 8 * TakeFileFixture.rate)
    #expect(access(path + ".damaged", F_OK) == 0)
    #expect(access(TakeName.inProgressPath(for: path), F_OK) != 0)
    #expect(try FolderListing.names(in: folder.path).count == 2)
    #expect(run("verify", folder.path).code == .success)
  }

  @Test(
    "without room for both nothing is changed",
    .enabled(if: TakeFileFaultTests.canMount, "needs unshare"))
  func noRoom() throws {
    let path = try TakeFileFixture.flac.make(in: folder.path, frames: 8 * TakeFileFixture.rate)
    _ = try damage(path, .flac)
    let program = try #require(ChildProcess.builtPrograms) + "/pinna"
    let name = TakeName.fileName(of: path)
    let shell =
      "mkdir \(folder.path)/full && mount -t tmpfs -o size=500k none \(folder.path)/full && "
      + "cp \(path) \(folder.path)/full && \(program) takes recover --in-place "
      + "\(folder.path)/full/\(name); ls -A \(folder.path)/full"
    let run = try #require(ChildProcess.run(["unshare", "-rm", "sh", "-c", shell]))
    #expect(run.output.contains("No space left"), "\(run.output)")
    #expect(run.output.hasSuffix("\(name)\n"), "\(run.output)")
  }

  @Test("what a header does not know is used by every command, and said", arguments: [false, true])
  func beyondTheHeader(_ isWrapped: Bool) throws {
    let path = folder.file("ZOOM7.WAV")
    try folder.write(OtherWAV(channels: 2, bits: 16).file(frames: 16000), to: "ZOOM7.WAV")
    // The length of two thirds, or of a header that was never completed.
    _ = try change(path) { bytes in
      let size = isWrapped ? UInt32(1600) : UInt32(42664)
      for byte in 0..<4 { bytes[40 + byte] = UInt8(truncatingIfNeeded: size >> UInt32(8 * byte)) }
    }
    let show = run("show", path)
    #expect(show.output.contains("00:00:01.000") && show.output.contains("there are 64000"))
    let list = run("list", folder.path)
    #expect(list.output.contains("0:00:01") && list.output.contains("flawed"), "\(list.output)")
    let out = folder.file("out.flac")
    let export = run("export", path, "--out", out)
    #expect(export.code == .success && export.diagnostics.contains("was not sound"))
    #expect(try TakeFile.read(path: out).frames == 16000)
    #expect(run("verify", out).output.contains("made from a file that was not sound"))
  }

  @Test("an export of a file that is not sound says so, and so does the copy")
  func laundering() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    _ = try change(path) { $0[30000] ^= 1 }
    let out = folder.file("out.flac")
    let export = run("export", path, "--out", out)
    let damage = "the audio has changed since it was written"
    #expect(export.diagnostics.contains(damage), "\(export)")
    #expect(run("show", out).output.contains("not sound: \(damage)"))
    unlink(out)
    #expect(truncate(path, 50000) == 0)
    let show = run("show", path)
    #expect(show.output.contains("  ended   cut off after 0.7 s"), "\(show.output)")
    #expect(!show.output.contains("stopped"))
    #expect(run("list", folder.path).output.contains("cut off"))
    #expect(run("export", path, "--out", out).diagnostics.contains("not sound"))
    #expect(run("show", out).output.contains("  ended   cut off after 0.7 s"))
  }

  @Test("a marker and a microphone whose names begin with a combining sign stay what they are")
  func combining() throws {
    let texts = ["\u{301}a", "\u{FE0F}", "\u{20E3}x", "\u{903}", "b\u{FFFE}c"]
    for fixture in TakeFileFixture.available where fixture != .large {
      let path = try fixture.make(in: folder.path) { metadata in
        metadata.markers = texts.enumerated().map {
          TakeMarker(frame: 100 * ($0 + 1), kind: .button, label: $1)
        }
        metadata.tracks[0].name = "\u{301}left"
      }
      let read = try TakeFile.read(path: path).metadata
      #expect(
        read.markers.map { Array($0.label.unicodeScalars) }
          == texts.dropLast().map { Array($0.unicodeScalars) } + [Array("b c".unicodeScalars)],
        "\(fixture)")
      #expect(Array(read.tracks[0].name.unicodeScalars) == Array("\u{301}left".unicodeScalars))
      #expect(read.tracks.count == fixture.channels)
      let verify = run("verify", path)
      #expect(verify.output.contains(": intact ("), "\(fixture) \(verify.output)")
      unlink(path)
    }
  }

  @Test("companions of macOS are nobody's takes")
  func companions() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    let companion: [UInt8] = [0, 5, 0x16, 7, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 4088)
    let name = TakeName.fileName(of: path)
    let waiting = "._" + TakeName.inProgressPath(for: name)
    for hidden in ["._" + name, waiting] { try folder.write(companion, to: hidden) }
    #expect(run("verify", folder.path).code == .success)
    #expect(run("recover", folder.path).output == "Nothing to recover.\n")
    #expect(folder.contains(waiting))
    #expect(run("list", folder.path).output.contains("1 take of board phone"))
  }

  @Test("a take that another program saved again is told from a damaged one")
  func savedAgain() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    // guano-py keeps format, sound and its own chunk.
    let guano = "GUANO|Version:1.0\nTimestamp:2026-08-01T12:00:00\nSpecies Manual ID:Strix aluco\n"
    try folder.write(
      OtherWAV(channels: 2, bits: 24).file(
        frames: 16000, chunks: [WAVChunk(id: "guan", payload: Array(guano.utf8))]),
      to: TakeName.fileName(of: path))
    let verify = run("verify", path)
    #expect(verify.code == .success, "\(verify.output)")
    #expect(verify.output.contains("was saved by another program"), "\(verify.output)")
    #expect(run("show", path).output.contains("Strix aluco"))
  }

  @Test("the ending of --out is the format, or an error")
  func ending() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    let refused = run("export", path, "--out", folder.file("x.ogg"))
    #expect(refused.code == .usage && refused.diagnostics.contains("must end with the format"))
    #expect(!folder.contains("x.ogg"))
    #expect(run("export", path, "--out", folder.file("x.wav")).code == .success)
    #expect(try TakeFile.read(path: folder.file("x.wav")).kind == .wav)
    #expect(run("export", path, "--out", folder.file("y.mp3/")).code == .success)
    #expect(folder.contains("y.mp3"))
  }

  @Test("a name that is no text is listed, and an escape sequence in a name is not printed")
  func names() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    var odd = Array((folder.path + "/gr").utf8CString.dropLast())
    odd += [CChar(bitPattern: 0xFC)] + Array("n.wav".utf8CString)
    #expect(rename(path, odd) == 0)
    let list = run("list", folder.path)
    #expect(list.output.contains("gr%FCn"), "\(list.output)")
    let verify = run("verify", folder.path)
    #expect(verify.code == .failure && verify.output.contains("rename it"), "\(verify.output)")
    let escape = try TakeFileFixture.wav.make(in: folder.path)
    let red = folder.file("\u{1B}[31m.wav")
    #expect(rename(escape, red) == 0)
    let export = run("export", red, "--out", folder.path)
    #expect(export.code == .success && !export.output.contains("\u{1B}"), "\(export)")
  }

  @Test(
    "the head of AAC states its length, and one that is not in fragments is not called damaged",
    .enabled(if: ExportTests.hasFfmpeg))
  func lengthOfAAC() throws {
    let path = try TakeFileFixture.m4a.make(in: folder.path)
    let bytes = try folder.read(TakeName.fileName(of: path))
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("mdhd".utf8)) })
    let length = bytes[(start + 20)..<(start + 24)].reduce(0) { $0 << 8 | Int($1) }
    #expect(length == 2 * TakeFileFixture.rate)
    let phone = folder.file("phone.m4a")
    let made = ChildProcess.run(
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", phone])
    #expect(made?.status == 0)
    let recover = run("recover", phone)
    #expect(
      recover.diagnostics.contains("non-fragmented MPEG-4 file; convert it"),
      "\(recover.diagnostics)")
    #expect(!recover.diagnostics.contains("damaged"))
  }
}
