import TakeFiles
import TestSupport
import Testing

@Suite struct EncodedRecoveryTests {
  private static let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)

  /// A file in progress of 6 s, as it is after the last checkpoint.
  private static func unfinished(
    _ kind: TakeFileKind, in directory: TemporaryDirectory
  ) throws -> [UInt8] {
    let sound = EncodedFixture.noise(frames: 288_000, channels: 2)
    try EncodedFixture.write(
      sound, to: directory.file("a.\(kind.ending)"), kind: kind, format: format,
      metadata: EncodedFixture.metadata(), finishing: false)
    return try directory.read("a.recording.\(kind.ending)")
  }

  private static func mend(
    _ bytes: [UInt8], _ kind: TakeFileKind, in directory: TemporaryDirectory
  ) throws -> EncodedSurvey? {
    try directory.write(bytes, to: "cut.\(kind.ending)")
    return try EncodedRecovery.mend(directory.file("cut.\(kind.ending)"), kind)
  }

  @Test(arguments: EncodedFixture.kinds)
  func aCutAnywhereLeavesAFileThatBeginsAsTheTakeDid(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let bytes = try Self.unfinished(kind, in: directory)
    let whole = try #require(try Self.mend(bytes, kind, in: directory))
    let path = directory.file("cut.\(kind.ending)")
    let reference = try #require(EncodedFixture.samples(path, kind: kind))
    #expect(reference.count / 2 == whole.frames)
    #expect(whole.frames >= 288_000 - 60000)
    var generator = SeededGenerator(seed: 5)
    let bytesPerFrame = Double(bytes.count - 20000) / Double(whole.frames)
    for _ in 0..<50 {
      let length = Int.random(in: 40000..<bytes.count, using: &generator)
      var cut = Array(bytes[..<length])
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: cut += (0..<3000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      case 1: cut += [UInt8](repeating: 0, count: 4096)
      default: break
      }
      let survey = try #require(try Self.mend(cut, kind, in: directory), "cut at \(length)")
      #expect(survey.isWhole)
      let found = try #require(EncodedFixture.samples(path, kind: kind), "cut at \(length)")
      #expect(found.count / 2 == survey.frames)
      #expect(found == Array(reference.prefix(found.count)), "cut at \(length)")
      let expected = Int(Double(length - 20000) / bytesPerFrame)
      #expect(survey.frames > expected - 60000, "cut at \(length)")
      let again = try EncodedRecovery.survey(path, kind)
      #expect(again == survey)
    }
  }

  @Test(arguments: EncodedFixture.kinds)
  func theHeadAloneHoldsNothing(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let bytes = try Self.unfinished(kind, in: directory)
    for length in [0, 1, 4, 41, 100, 5000, 12000] {
      #expect(try Self.mend(Array(bytes[..<length]), kind, in: directory) == nil)
      #expect(try directory.read("cut.\(kind.ending)").count == length)
    }
  }

  @Test(.enabled(if: Tool.flac.isInstalled, "needs the program flac"))
  func theReferenceDecoderTakesAMendedFile() throws {
    let directory = try TemporaryDirectory()
    let bytes = try Self.unfinished(.flac, in: directory)
    _ = try Self.mend(Array(bytes[..<(bytes.count * 2 / 3)]), .flac, in: directory)
    let run = Tool.flac.run("-t " + directory.file("cut.flac"))
    #expect(run.code == 0, "\(run.output)")
  }

  /// AAC has no checksums.
  @Test(arguments: [TakeFileKind.flac, .opus])
  func aFinishedFileIsWholeAndADamagedOneIsNot(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let name = "a.\(kind.ending)"
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 100_000, channels: 2), to: directory.file(name), kind: kind,
      format: Self.format, metadata: EncodedFixture.metadata())
    let survey = try #require(try EncodedRecovery.survey(directory.file(name), kind))
    #expect(survey.isWhole)
    #expect(survey.frames == 100_000 && survey.rate == 48000 && survey.channels == 2)
    #expect(survey.bits == (kind == .flac ? 24 : nil))
    var bytes = try directory.read(name)
    bytes[bytes.count * 4 / 5] ^= 0x10
    try directory.write(bytes, to: "b")
    let damaged = try #require(try EncodedRecovery.survey(directory.file("b"), kind))
    #expect(!damaged.isWhole)
    #expect(damaged.frames == 100_000 && damaged.holes.count == 1)
  }

  @Test(arguments: EncodedFixture.kinds)
  func tagsThatWereCutInARewriteAreMended(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    var bytes = try Self.unfinished(kind, in: directory)
    // Sectors that the medium has not got.
    for index in 1024..<1536 { bytes[index] = 0 }
    for index in 8192..<16384 where index < 12200 || kind == .opus { bytes[index] = 0xA5 }
    let survey = try #require(try Self.mend(bytes, kind, in: directory))
    #expect(survey.frames > 240_000)
    let path = directory.file("cut.\(kind.ending)")
    // libFLAC 1.5 opens no file whose tags are not written anew yet.
    if kind != .flac {
      #expect(EncodedFixture.samples(path, kind: kind)?.count == 2 * survey.frames)
    }
    var metadata = EncodedFixture.metadata()
    metadata.end = .init(.recovered, "recovered: was cut off")
    #expect(try EncodedRecovery.setMetadata(metadata, frames: survey.frames, path, kind))
    #expect(try EncodedRecovery.metadata(path, kind) == metadata)
    #expect(EncodedFixture.samples(path, kind: kind)?.count == 2 * survey.frames)
  }

  @Test(arguments: EncodedFixture.kinds)
  func damageOfAnyKindIsSurvived(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let sources = try EncodedFixture.kinds.map { try Self.unfinished($0, in: directory) }
    let path = directory.file("cut.\(kind.ending)")
    var generator = SeededGenerator(seed: 17)
    var kept = 0
    for round in 0..<300 {
      var bytes = Array(sources[round % sources.count].prefix(60000))
      // Heads are where sizes and lengths are.
      let reach = [60, 800, 1400, 14000, 60000][round % 5]
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let index = Int.random(in: 0..<reach, using: &generator)
        bytes[index] = [0, 0xFF, UInt8(truncatingIfNeeded: generator.next())][round % 3]
      }
      let found: EncodedSurvey?
      do {
        found = try Self.mend(bytes, kind, in: directory)
      } catch TakeFileError.unsupported {
        continue
      }
      guard let survey = found else { continue }
      kept += 1
      #expect(survey.wholeBytes <= 60000 && survey.frames > 0)
      // Holes are left to the recovery of the whole file.
      let again = try #require(try EncodedRecovery.survey(path, kind))
      #expect(again.wholeBytes == again.fileBytes && !again.isCut)
      _ = try EncodedRecovery.setMetadata(
        EncodedFixture.metadata(), frames: survey.frames, path, kind)
      #expect(try EncodedRecovery.survey(path, kind)?.frames == survey.frames)
    }
    #expect(kept > 30)
  }
}
