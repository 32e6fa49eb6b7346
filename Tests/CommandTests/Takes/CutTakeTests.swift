import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Finished takes that were cut: a copy that broke off, or a card that lost their ends.
@Suite struct CutTakeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) -> CommandRun { CommandRun.pinna(["takes"] + words) }

  /// The path beside a file that recovery gives to its copy.
  private static func recovered(_ path: String) -> String {
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    return path[..<dot] + "_recovered" + path[dot...]
  }

  @Test(
    "a finished take that was cut says so after its recovery, in every kind of file",
    arguments: TakeFileFixture.available, [false, true])
  func cut(_ fixture: TakeFileFixture, inPlace: Bool) throws {
    let path = try fixture.make(in: folder.path, frames: 4 * TakeFileFixture.rate)
    let whole = try #require(try TakeFileFixture.samples(path))
    let bytes = try TakeFile.read(path: path).fileBytes
    #expect(truncate(path, off_t(bytes * 2 / 3)) == 0)
    #expect(run("verify", path).code == .failure)
    let listed = run("list", folder.path, "--json")
    #expect(listed.output.contains("\"state\" : \"cutOff\""), "\(listed.output)")
    let all = run("recover", folder.path)
    let told = "1 finished file is cut off (\(TakeName.fileName(of: path)))"
    #expect(all.diagnostics.contains(told) && all.output == "", "\(all)")
    let recover =
      inPlace ? run("recover", path, "--in-place") : run("recover", path)
    #expect(recover.code == .success, "\(recover.diagnostics)")
    #expect(!recover.output.contains("nothing to repair"), "\(recover.output)")
    #expect(run("recover", folder.path).output == "Nothing to recover.\n")
    let mended = inPlace ? path : Self.recovered(path)
    let show = run("show", mended)
    #expect(
      show.output.contains("  recovered: the recording was cut off after "), "\(show.output)")
    let verify = run("verify", mended)
    #expect(verify.code == .success, "\(verify.output)")
    #expect(verify.output.contains(": cut off, and intact up to there ("), "\(verify.output)")
    #expect(run("recover", mended).output.contains("nothing to repair"))
    // What there is of it is what it was.
    let rest = try #require(try TakeFileFixture.samples(mended))
    #expect(rest.count > whole.count / 4 && rest.count < whole.count)
    if fixture.kind.isLossless { #expect(rest == Array(whole.prefix(rest.count))) }
  }

  @Test(
    "a take in progress that was cut says so too", arguments: TakeFileFixture.available)
  func inProgress(_ fixture: TakeFileFixture) throws {
    let path = try fixture.make(in: folder.path, frames: 4 * TakeFileFixture.rate)
    let bytes = try TakeFile.read(path: path).fileBytes
    let unfinished = TakeName.inProgressPath(for: path)
    #expect(truncate(path, off_t(bytes * 2 / 3)) == 0 && rename(path, unfinished) == 0)
    #expect(run("recover", folder.path).code == .success)
    #expect(run("show", path).output.contains("  recovered: the recording was cut off after "))
    #expect(run("verify", path).output.contains(": cut off, and intact up to there ("))
  }

  @Test(
    "bytes behind a finished take cost none of its sound", arguments: TakeFileFixture.available,
    ["ID3v1", "noise", "zeros"])
  func trailing(_ fixture: TakeFileFixture, _ what: String) throws {
    let path = try fixture.make(in: folder.path)
    let whole = try #require(try TakeFileFixture.samples(path))
    var random = SeededGenerator(seed: 3)
    let junk: [UInt8] =
      switch what {
      case "ID3v1": Array("TAGTitle".utf8) + [UInt8](repeating: 0, count: 120)
      case "zeros": [UInt8](repeating: 0, count: 1000)
      default: (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
    try Self.append(junk, to: path)
    let verify = run("verify", path)
    #expect(verify.code == .failure, "\(verify.output)")
    #expect(run("recover", path).code == .success)
    let mended = Self.recovered(path)
    #expect(try TakeFileFixture.samples(mended) == whole)
    let after = run("verify", mended)
    #expect(after.code == .success && after.output.contains(": intact ("), "\(after.output)")
    #expect(run("show", mended).output.contains("stopped"))
  }

  @Test("an ID3v1 tag behind the WAV file of another recorder does not become noise")
  func trailerOfOthers() throws {
    let path = folder.expect("ZOOM1.WAV")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 1, samples: .s16))
    try writer.append(interleaved: [Float](repeating: 0.25, count: 8000), frames: 8000)
    try writer.finish()
    try Self.append(Array("TAGTitle".utf8) + [UInt8](repeating: 65, count: 120), to: path)
    #expect(try TakeFileFixture.samples(path)?.count == 8000)
    let recover = run("recover", path)
    #expect(recover.output.contains("an ID3v1 tag of 128 bytes"), "\(recover.output)")
    let samples = try #require(try TakeFileFixture.samples(Self.recovered(path)))
    #expect(samples.count == 8000 && Set(samples).count == 1)
    #expect(run("verify", Self.recovered(path)).code == .success)
  }

  @Test("an ID3v2 tag before FLAC is no damage", arguments: [0, 300])
  func prefix(size: Int) throws {
    let path = try TakeFileFixture.flac.make(in: folder.path)
    let whole = try #require(try TakeFileFixture.samples(path))
    let bytes = try Self.read(path)
    // Each byte of the size has 7 bits.
    let tag =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)]
      + [UInt8](repeating: 0, count: size)
    unlink(path)
    try Self.append(tag + bytes, to: path)
    let verify = run("verify", path)
    #expect(verify.code == .success, "\(verify.output)")
    #expect(run("show", path).output.contains("  ended   stopped"))
    #expect(run("recover", path).output.contains("nothing to repair"))
    #expect(try TakeFileFixture.samples(path) == whole)
    #expect(truncate(path, off_t(tag.count + bytes.count / 2)) == 0)
    #expect(run("recover", path, "--in-place").code == .success)
    #expect(run("show", path).output.contains("recovered: the recording was cut off"))
    #expect(run("verify", path).code == .success)
    let rest = try #require(try TakeFileFixture.samples(path))
    #expect(!rest.isEmpty && rest == Array(whole.prefix(rest.count)))
  }

  @Test(
    "a bit that changed in the sound of AAC is found", .enabled(if: ExportTests.hasFfmpeg))
  func flippedAAC() throws {
    let path = try TakeFileFixture.m4a.make(in: folder.path)
    #expect(run("verify", path).output.contains(": intact ("))
    var bytes = try Self.read(path)
    bytes[bytes.count * 3 / 4] ^= 4
    unlink(path)
    try Self.append(bytes, to: path)
    let verify = run("verify", path)
    #expect(verify.code == .failure, "\(verify.output)")
    #expect(verify.output.contains("the audio has changed since it was written"))
  }

  private static func append(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let slash = try #require(path.lastIndex(of: "/"))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    #expect(slash != path.endIndex && descriptor >= 0)
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
