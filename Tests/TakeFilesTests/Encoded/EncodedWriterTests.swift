import Glibc
import TakeFiles
import TestSupport
import Testing

@Suite struct EncodedWriterTests {
  private static let flacShapes: [(SampleFormat, Int)] = [SampleFormat.s16, .s24].flatMap {
    samples in [1, 2, 3, 8].map { (samples, $0) }
  }

  @Test(arguments: flacShapes)
  func flacHasTheSamplesOfTheWAVFileOfTheSameTake(samples: SampleFormat, channels: Int) throws {
    let directory = try TemporaryDirectory()
    let format = AudioFormat(rate: 48000, channels: channels, samples: samples)
    var sound = EncodedFixture.noise(frames: 20011, channels: channels)
    // Halves of a step, full scale and beyond.
    let step = 1 / Float(1 << (samples.bits - 1))
    sound.replaceSubrange(
      0..<9, with: [0.5 * step, 1.5 * step, -0.5 * step, 1, -1, 2, -2, .infinity, .nan])
    var wav = try WAVWriter.create(path: directory.file("a.wav"), format: format)
    let clamped = try wav.append(interleaved: sound, frames: 20011)
    try wav.finish()
    var flac = try EncodedWriter.create(
      path: directory.file("a.flac"), kind: .flac, format: format,
      metadata: EncodedFixture.metadata())
    #expect(flac.inProgressPath == directory.file("a.recording.flac"))
    #expect(try flac.append(interleaved: sound, frames: 20011) == clamped)
    #expect(flac.clippedSamples == clamped)
    #expect(flac.frames == 20011)
    #expect(try flac.finish(EncodedFixture.metadata()) == 20011)
    #expect(directory.contains("a.flac") && !directory.contains("a.recording.flac"))

    let expected = try #require(SoundFile(directory.file("a.wav")))
    let found = try #require(SoundFile(directory.file("a.flac")))
    #expect(found.rate == 48000 && found.channels == channels && found.frames == 20011)
    #expect(found.words == expected.words)
  }

  @Test(.enabled(if: Tool.flac.isInstalled, "needs the program flac"))
  func theReferenceDecoderTakesTheFLACFileWithItsMD5() throws {
    let directory = try TemporaryDirectory()
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 30000, channels: 2), to: directory.file("a.flac"), kind: .flac,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    let run = Tool.flac.run("--warnings-as-errors -t " + directory.file("a.flac"))
    #expect(run.code == 0, "\(run.output)")
  }

  @Test func flacKeepsTheWordsOfTheDevice() throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(seed: 3)
    let words = (0..<16000).map { _ in Int32(truncatingIfNeeded: generator.next()) }
    var writer = try EncodedWriter.create(
      path: directory.file("a.flac"), kind: .flac,
      format: AudioFormat(rate: 96000, channels: 4, samples: .s24),
      metadata: EncodedFixture.metadata())
    try writer.append(samples: words, frames: 4000)
    #expect(try writer.finish(EncodedFixture.metadata()) == 4000)
    let found = try #require(SoundFile(directory.file("a.flac")))
    #expect(found.words == words.map { $0 & -256 })
  }

  @Test(arguments: EncodedFixture.kinds, [1, 2])
  func aTakeIsNotShiftedInTime(kind: TakeFileKind, channels: Int) throws {
    let directory = try TemporaryDirectory()
    let sound = EncodedFixture.noise(frames: 50000, channels: channels)
    let path = directory.file("a.\(kind.ending)")
    try EncodedFixture.write(
      sound, to: path, kind: kind,
      format: AudioFormat(rate: 48000, channels: channels, samples: .s24),
      metadata: EncodedFixture.metadata())
    #expect(try EncodedRecovery.survey(path, kind)?.frames == 50000)
    let found = try #require(EncodedFixture.samples(path, kind: kind))
    // FFmpeg fills the last frame of AAC with silence.
    let excess = found.count / channels - 50000
    #expect(kind == .m4a ? (0..<2048).contains(excess) : excess == 0)
    let source = EncodedFixture.channel(channels - 1, of: sound, channels: channels)
    let back = EncodedFixture.channel(channels - 1, of: found, channels: channels)
    #expect(EncodedFixture.shift(of: back, against: source, within: 2100) == 0)
  }

  @Test(arguments: EncodedFixture.kinds)
  func whatIsThereIsNotReplaced(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)
    for taken in ["a.\(kind.ending)", "b.recording.\(kind.ending)"] {
      try directory.write([1, 2, 3], to: taken)
      let path = directory.file("\(taken.prefix(1)).\(kind.ending)")
      do {
        _ = try EncodedWriter.create(
          path: path, kind: kind, format: format, metadata: EncodedFixture.metadata())
        Issue.record("\(taken) was replaced")
      } catch {
        guard case .system(.create, _, EEXIST) = error else {
          Issue.record("\(error)")
          continue
        }
      }
      #expect(try directory.read(taken) == [1, 2, 3])
    }
  }

  @Test(arguments: EncodedFixture.kinds)
  func aTakeOfNothingIsAFile(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let writer = try EncodedWriter.create(
      path: directory.file("a.\(kind.ending)"), kind: kind,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    #expect(try writer.finish(EncodedFixture.metadata()) == 0)
    #expect(directory.contains("a.\(kind.ending)"))
  }

  @Test(arguments: EncodedFixture.kinds)
  func theSyncerKnowsHowMuchThereIs(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    var writer = try EncodedWriter.create(
      path: directory.file("a.\(kind.ending)"), kind: kind,
      format: AudioFormat(rate: 48000, channels: 1, samples: .s16),
      metadata: EncodedFixture.metadata())
    let syncer = try writer.makeSyncer()
    let sound = EncodedFixture.noise(frames: 48000, channels: 1)
    let seconds = kind == .m4a ? 15 : 1
    for _ in 0..<seconds { try writer.append(interleaved: sound, frames: 48000) }
    try writer.checkpoint()
    #expect(syncer.isBehind)
    try syncer.sync()
    #expect(!syncer.isBehind)
    #expect(syncer.syncedBytes == writer.fileBytes)
    #expect(try writer.finish(EncodedFixture.metadata()) == 48000 * seconds)
  }

  @Test(
    arguments: EncodedFixture.kinds,
    [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000, 192_000])
  func everyRateThatIsNotRefusedWorks(kind: TakeFileKind, rate: Int) throws {
    let format = AudioFormat(rate: rate, channels: 1, samples: .s16)
    guard kind.refusal(for: format) == nil else {
      #expect(kind == .opus && ![8000, 12000, 16000, 24000, 48000].contains(rate) || rate > 96000)
      return
    }
    let directory = try TemporaryDirectory()
    let path = directory.file("a.\(kind.ending)")
    try EncodedFixture.write(
      EncodedFixture.noise(frames: rate + 123, channels: 1), to: path, kind: kind, format: format,
      metadata: EncodedFixture.metadata(rate: rate))
    let survey = try #require(try EncodedRecovery.survey(path, kind))
    #expect(survey.isWhole && survey.rate == rate && survey.channels == 1)
    #expect(survey.frames == rate + 123)
    let samples = try #require(EncodedFixture.samples(path, kind: kind))
    #expect(samples.count >= rate + 123 && samples.count < rate + 123 + 2048)
  }
}
