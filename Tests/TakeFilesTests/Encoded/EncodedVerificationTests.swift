import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// The damage that `verify` must see in compressed files, and what it must not take for damage.
@Suite struct EncodedVerificationTests {
  private static let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)

  /// A finished take of 3 s.
  private static func finished(
    _ kind: TakeFileKind, in directory: TemporaryDirectory
  ) throws -> [UInt8] {
    let name = "a.\(kind.ending)"
    var writer = try EncodedWriter.create(
      path: directory.file(name), kind: kind, format: format, metadata: EncodedFixture.metadata())
    let sound = EncodedFixture.noise(frames: 144_000, channels: 2)
    for start in stride(from: 0, to: 144_000, by: 24000) {
      try writer.append(
        interleaved: Array(sound[(2 * start)..<(2 * start + 48000)]), frames: 24000)
      try writer.checkpoint()
    }
    var metadata = EncodedFixture.metadata()
    metadata.end = .stopped
    _ = try writer.finish(metadata)
    return try directory.read(name)
  }

  private static func verify(
    _ bytes: [UInt8], _ kind: TakeFileKind, in directory: TemporaryDirectory
  ) throws -> TakeVerification {
    let name = "b.\(kind.ending)"
    try directory.write(bytes, to: name)
    let file = try TakeFile.read(path: directory.file(name))
    return TakeVerifier.verify(TakeSet(name: "b", number: nil, files: [file], damaged: []))
  }

  /// The place where a name of four characters starts, the last time.
  private static func last(_ name: String, in bytes: [UInt8]) -> Int? {
    let name = Array(name.utf8)
    return bytes.indices.dropLast(3).last { Array(bytes[$0..<($0 + 4)]) == name }
  }

  @Test(arguments: EncodedFixture.kinds)
  func aFinishedTakeIsSound(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let result = try Self.verify(try Self.finished(kind, in: directory), kind, in: directory)
    #expect(result.isSound, "\(result.findings)")
  }

  @Test func aChecksumThatEndsInZerosBelongsToItsFrame() throws {
    let directory = try TemporaryDirectory()
    var found = 0
    var metadata = EncodedFixture.metadata(markers: 0)
    metadata.tracks = [.init(name: "MONO")]
    for seed in UInt64(0)..<3000 where found < 3 {
      let sound = EncodedFixture.noise(frames: 64, channels: 1, seed: seed)
      try EncodedFixture.write(
        sound, to: directory.file("\(seed).flac"), kind: .flac,
        format: AudioFormat(rate: 48000, channels: 1, samples: .s16), metadata: metadata)
      let bytes = try directory.read("\(seed).flac")
      guard bytes.last == 0 else { continue }
      found += 1
      #expect(try Self.verify(bytes, .flac, in: directory).isSound)
      // The size was written, and not the bytes: nothing that the last frame needs may go.
      try directory.write(bytes + [UInt8](repeating: 0, count: 4096), to: "c.flac")
      let mended = try #require(try EncodedRecovery.mend(directory.file("c.flac"), .flac))
      #expect(mended.frames == 64 && mended.wholeBytes >= bytes.count)
      #expect(SoundFile(directory.file("c.flac"))?.floats.count == 64)
      #expect(try EncodedRecovery.survey(directory.file("c.flac"), .flac)?.isWhole == true)
    }
    #expect(found == 3)
  }

  @Test func anotherProgramThatKeepsTheTagsIsNoticed() throws {
    let directory = try TemporaryDirectory()
    for (rate, channels, markers, problems) in [
      (48000, 2, 3, []),
      (48000, 1, 3, ["its number of channels is 1, but its tags name the tracks LEFT, RIGHT"]),
      (48000, 2, 9, ["a marker is after its end"]), (48000, 2, 10, ["2 markers are after its end"]),
      (44100, 2, 10, ["its header states 44100 frames per second, but its tags state 48000"]),
    ] {
      try EncodedFixture.write(
        EncodedFixture.noise(frames: 49000, channels: channels), to: directory.file("a.flac"),
        kind: .flac, format: AudioFormat(rate: rate, channels: channels, samples: .s16),
        metadata: EncodedFixture.metadata(markers: markers))
      let bytes = try directory.read("a.flac")
      let found = try Self.verify(bytes, .flac, in: directory).findings.map(\.problem)
      #expect(found == problems)
      let flaws = try TakeFile.read(path: directory.file("a.flac")).flaws
      #expect(flaws.count == problems.count, "\(flaws)")
      unlink(directory.file("a.flac"))
    }
  }

  @Test func aFlippedBitInAHeadPageOfOpusIsFoundAndMended() throws {
    let directory = try TemporaryDirectory()
    let bytes = try Self.finished(.opus, in: directory)
    // The output gain in OpusHead, and the vendor in OpusTags.
    let head = 47 + 27 + Int(bytes[47 + 26])
    for place in [28 + 16, head + 14] {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(try !Self.verify(damaged, .opus, in: directory).isSound, "byte \(place)")
      _ = try EncodedRecovery.mend(directory.file("b.opus"), .opus)
      #expect(try Self.verify(directory.read("b.opus"), .opus, in: directory).isSound)
    }
  }

  @Test func anOpusFileMustSayThatItEnds() throws {
    let directory = try TemporaryDirectory()
    var bytes = try Self.finished(.opus, in: directory)
    let start = try #require(Self.last("OggS", in: bytes))
    var page = Array(bytes[start...])
    page[OggPage.flagsField] &= ~OggPage.endOfStream
    bytes.replaceSubrange(start..., with: OggPage.sealed(page))
    #expect(try !Self.verify(bytes, .opus, in: directory).isSound)
  }

  @Test func aFLACFileMustHoldWhatItsHeadSays() throws {
    let directory = try TemporaryDirectory()
    let bytes = try Self.finished(.flac, in: directory)
    var longer = bytes
    longer[FLACStreamInfo.offset + 17] ^= 0x10
    #expect(try !Self.verify(longer, .flac, in: directory).isSound)
    // The length of the vendor's name in the comment block.
    var broken = bytes
    broken[FLACStreamInfo.offset + 34 + 4 + 2] = 0x7F
    #expect(try !Self.verify(broken, .flac, in: directory).isSound)
    _ = try EncodedRecovery.mend(directory.file("b.flac"), .flac)
    #expect(try Self.verify(directory.read("b.flac"), .flac, in: directory).isSound)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "needs FFmpeg"))
  func anMPEG4FileInOnePieceIsNotDamaged() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("phone.m4a")
    let run = Tool.ffmpeg.run("-nostdin -v error -f lavfi -i sine=d=1 -c:a aac \(path)")
    #expect(run.code == 0, "\(run.output)")
    do {
      _ = try TakeFile.read(path: path)
      Issue.record("it was read")
    } catch {
      #expect(
        error.description.contains("non-fragmented MPEG-4 file; convert it to WAV"), "\(error)")
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "needs FFmpeg"))
  func anMPEG4FileMustHaveAllFragmentsAndItsEnd() throws {
    let directory = try TemporaryDirectory()
    let bytes = try Self.finished(.m4a, in: directory)
    let index = try #require(Self.last("mfra", in: bytes)) - 4
    #expect(try !Self.verify(Array(bytes[..<index]), .m4a, in: directory).isSound)
    let last = try #require(Self.last("moof", in: bytes)) - 4
    #expect(try !Self.verify(Array(bytes[..<last]), .m4a, in: directory).isSound)
    let before = try #require(Self.last("moof", in: Array(bytes[..<last]))) - 4
    let holed = Array(bytes[..<before] + bytes[last...])
    let found = try Self.verify(holed, .m4a, in: directory).findings.map(\.problem)
    #expect(found.contains { $0.contains("frames cannot be decoded, at frame") }, "\(found)")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "needs FFmpeg"))
  func anMPEG4FileWhoseChecksumCannotBeReadIsNotSound() throws {
    let directory = try TemporaryDirectory()
    var bytes = try Self.finished(.m4a, in: directory)
    let key = Array("PINNA_AUDIO_CRC32".utf8)
    let start = try #require(
      bytes.indices.dropLast(key.count).first { bytes[$0...].starts(with: key) })
    // The key, and a sound of which nothing else tells that it was changed.
    bytes[start + 8] ^= 2
    let audio = try #require(Self.last("mdat", in: bytes)) + 20
    bytes[audio] ^= 1
    let found = try Self.verify(bytes, .m4a, in: directory).findings.map(\.problem)
    #expect(found.contains { $0.hasPrefix("the checksum of its audio cannot be read") }, "\(found)")
  }
}
