import Glibc
import TestSupport
import Testing

@testable import TakeFiles

@Suite struct TranscoderTests {
  private static let frames = 50000

  /// A take as a WAV file, with metadata.
  private static func wav(
    in directory: TemporaryDirectory, samples: SampleFormat = .s24, channels: Int = 2,
    rate: Int = 48000, markers: Int = 3
  ) throws -> String {
    let path = directory.file("a.wav")
    var metadata = EncodedFixture.metadata(markers: markers, rate: rate)
    if markers > 3 {
      for index in 0..<markers { metadata.markers[index].frame = index * 100 }
    }
    var writer = try TakeFileWriter.create(
      path: path, kind: .wav,
      format: AudioFormat(rate: rate, channels: channels, samples: samples), metadata: metadata)
    let sound = EncodedFixture.noise(frames: frames, channels: channels)
    _ = try writer.append(interleaved: sound, frames: frames)
    metadata.end = .init(.other, "stopped by the recordist")
    _ = try writer.finish(metadata)
    return path
  }

  @Test(arguments: EncodedFixture.kinds + [.wav])
  func everythingThatATakeSaysIsCarriedOver(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory)
    let output = directory.file("b.\(kind.ending)")
    var steps: [Double] = []
    let transcoder = Transcoder(input: input, output: output, kind: kind)
    #expect(try transcoder.run { steps.append($0) }.frames == Self.frames)
    #expect(steps.last == 1 && steps == steps.sorted())
    var expected = try TakeFile.read(path: input).metadata
    var found = try TakeFile.read(path: output)
    #expect(found.frames == Self.frames && found.rate == 48000 && found.channels == 2)
    expected.audioChecksum = nil
    found.metadata.audioChecksum = nil
    // It is another file of the same take.
    #expect(found.metadata.copy?.hasPrefix(kind.rawValue) == true && expected.copy == nil)
    found.metadata.copy = nil
    #expect(found.metadata == expected)
    #expect(!directory.contains("b.recording.\(kind.ending)"))
  }

  @Test(arguments: [TakeFileKind.flac, .wav])
  func aKilledConversionIsNotAWholeTakeAndIsMadeAgain(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory)
    let transcoder = Transcoder(
      input: input, output: directory.file("b.\(kind.ending)"), kind: kind)
    let draft = "b.recording.\(kind.ending)"
    var remains: [UInt8] = []
    try transcoder.run { if $0 < 0.9 { remains = (try? directory.read(draft)) ?? [] } }
    #expect(!remains.isEmpty)
    try directory.write(remains, to: "c.recording.\(kind.ending)")
    _ = TakeRecovery.recover(path: directory.file("c.recording.\(kind.ending)"))
    let recovered = try TakeFile.read(path: directory.file("c.\(kind.ending)"))
    #expect(recovered.metadata.end?.cause == .recovered)
    #expect(recovered.frames < Self.frames)
    // The same command removes its remains, also if nothing had reached the disk, but no take that was cut off.
    for contents in [remains, []] {
      unlink(transcoder.output)
      try directory.write(contents, to: draft)
      #expect(try transcoder.run().frames == Self.frames)
    }
    unlink(transcoder.output)
    let take = try TakeFileWriter.create(
      path: transcoder.output, kind: .wav,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    _ = consume take
    let before = try directory.read(draft)
    #expect(throws: TakeFileError.self) { try transcoder.run() }
    #expect(try directory.read(draft) == before)
  }

  @Test(arguments: EncodedFixture.kinds + [.wav])
  func nothingIsMadeUpAboutTheFileOfAnotherRecorder(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let (input, output) = (directory.file("ZOOM1.wav"), directory.file("b.\(kind.ending)"))
    var writer = try WAVWriter.create(
      path: input, format: AudioFormat(rate: 48000, channels: 2, samples: .s24))
    try writer.append(
      interleaved: EncodedFixture.noise(frames: Self.frames, channels: 2), frames: Self.frames)
    try writer.finish()
    try Transcoder(input: input, output: output, kind: kind).run()
    let found = try TakeFile.read(path: output)
    #expect(found.origin == .other(nil) && found.frames == Self.frames)
    #expect(found.metadata.take == "ZOOM1" && !found.metadata.isClockSet)
    let text = String(decoding: try directory.read("b.\(kind.ending)"), as: UTF8.self)
    for word in ["1970", "not finished", "ended:", "board "] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test(arguments: EncodedFixture.kinds)
  func markersThatDoNotFitAreCounted(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory, markers: 380)
    #expect(try TakeFile.read(path: input).metadata.markers.count == 380)
    let output = directory.file("b.\(kind.ending)")
    try Transcoder(input: input, output: output, kind: kind).run()
    let found = try TakeFile.read(path: output).metadata
    #expect(found.omittedEvents > 0)
    #expect(found.markers.count + found.gaps.count + found.omittedEvents == 381)
  }

  @Test(arguments: [SampleFormat.s16, .s24])
  func wavAndFLACHaveTheSameSamplesThereAndBack(samples: SampleFormat) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory, samples: samples)
    let (flac, back) = (directory.file("b.flac"), directory.file("c.wav"))
    try Transcoder(input: input, output: flac, kind: .flac).run()
    try Transcoder(input: flac, output: back, kind: .wav).run()
    let expected = try #require(SoundFile(input))
    #expect(SoundFile(flac)?.words == expected.words)
    #expect(SoundFile(back)?.words == expected.words)
    #expect(try TakeFile.read(path: back).bits == samples.bits)
    let whole = try #require(try EncodedRecovery.survey(flac, .flac))
    #expect(whole.isWhole && whole.bits == samples.bits)
  }

  @Test func aNarrowerFormatIsRounded() throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory)
    let output = directory.file("b.flac")
    try Transcoder(input: input, output: output, kind: .flac, samples: .s16).run()
    let (wide, narrow) = (try #require(SoundFile(input)), try #require(SoundFile(output)))
    let worst = zip(wide.floats, narrow.floats).map { abs($0 - $1) }.max() ?? 1
    #expect(worst <= 0.5 / 32768 && worst > 0.25 / 32768)
  }

  @Test func floatsStayFloatsInWAV() throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory, samples: .f32)
    let output = directory.file("b.wav")
    try Transcoder(input: input, output: output, kind: .wav).run()
    var first = try WAVReader.open(path: input)
    var second = try WAVReader.open(path: output)
    var (a, b) = ([Int32](repeating: 0, count: 100_000), [Int32](repeating: 1, count: 100_000))
    #expect(try first.read(samples: &a, frames: Self.frames) == Self.frames)
    #expect(try second.read(samples: &b, frames: Self.frames) == Self.frames)
    #expect(second.encoding == .f32 && a == b)
  }

  @Test("64-bit floats are rounded only on request, and an empty file becomes only WAV")
  func refused() throws {
    let directory = try TemporaryDirectory()
    let (wide, empty) = (directory.file("wide.wav"), directory.file("empty.wav"))
    // A RIFF file with two samples of 64-bit floats, in mono at 8000 frames per second.
    let head: [UInt8] = [16, 0, 0, 0, 3, 0, 1, 0, 0x40, 0x1F, 0, 0, 0, 0xFA, 0, 0, 8, 0, 64, 0]
    let sound = [0.1, -0.1].flatMap { value in
      (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
    }
    let file =
      Array("RIFF".utf8) + [52, 0, 0, 0] + Array("WAVEfmt ".utf8) + head + Array("data".utf8)
      + [16, 0, 0, 0] + sound
    try directory.write(file, to: "wide.wav")
    try WAVWriter.create(
      path: empty, format: AudioFormat(rate: 8000, channels: 1, samples: .s24)
    ).finish()
    let out = directory.file("out.flac")
    for (input, kind, remedy) in [
      (wide, TakeFileKind.wav, "--samples f32"), (wide, .flac, "--samples s24"),
      (empty, .flac, "choose WAV"),
    ] {
      let error = #expect(throws: TakeFileError.self) {
        try Transcoder(input: input, output: out, kind: kind).run()
      }
      #expect(error?.description.contains(remedy) == true, "\(error.debugDescription)")
      #expect(!directory.contains("out.flac"))
    }
    let rounded = Transcoder(
      input: wide, output: directory.file("out.wav"), kind: .wav, samples: .f32)
    #expect(try rounded.run().frames == 2)
  }

  @Test(arguments: EncodedFixture.kinds.filter { !$0.isLossless })
  func whatIsCompressedCanBeMadeWAVWithoutAShift(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory)
    let (small, back) = (directory.file("b.\(kind.ending)"), directory.file("c.wav"))
    try Transcoder(input: input, output: small, kind: kind).run()
    #expect(try Transcoder(input: small, output: back, kind: .wav).run().frames == Self.frames)
    let (source, found) = (try #require(SoundFile(input)), try #require(SoundFile(back)))
    #expect(found.frames == Self.frames)
    #expect(try TakeFile.read(path: back).bits == 24)
    let shift = EncodedFixture.shift(
      of: EncodedFixture.channel(0, of: found.floats, channels: 2),
      against: EncodedFixture.channel(0, of: source.floats, channels: 2), within: 2100)
    #expect(shift == 0)
  }

  @Test func whatTheKindCannotHoldIsRefusedBeforeAFileIsMade() throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory, samples: .f32, channels: 10, rate: 44100)
    for (kind, word) in [(TakeFileKind.flac, "10"), (.opus, "10"), (.m4a, "10")] {
      let output = directory.file("b.\(kind.ending)")
      do {
        try Transcoder(input: input, output: output, kind: kind).run()
        Issue.record("\(kind) took it")
      } catch {
        #expect(error.description.contains(word), "\(error)")
      }
      #expect(!directory.contains("b.\(kind.ending)"))
      #expect(!directory.contains("b.recording.\(kind.ending)"))
    }
  }

  @Test(arguments: EncodedFixture.kinds + [.wav])
  func nothingIsReplaced(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.wav(in: directory)
    try directory.write([7], to: "b.\(kind.ending)")
    let output = directory.file("b.\(kind.ending)")
    #expect(
      throws: TakeFileError.system(operation: .create, path: output, code: EEXIST)
    ) { try Transcoder(input: input, output: output, kind: kind).run() }
    #expect(try directory.read("b.\(kind.ending)") == [7])
    #expect(!directory.contains("b.recording.\(kind.ending)"))
  }

  @Test func damagedAudioIsAnErrorAndLeavesNothing() throws {
    let directory = try TemporaryDirectory()
    let flac = directory.file("a.flac")
    try EncodedFixture.write(
      EncodedFixture.noise(frames: Self.frames, channels: 2), to: flac, kind: .flac,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    var bytes = try directory.read("a.flac")
    for index in (bytes.count / 2)..<(bytes.count / 2 + 2000) { bytes[index] = 0x55 }
    try directory.write(bytes, to: "a.flac")
    #expect(throws: TakeFileError.self) {
      try Transcoder(input: flac, output: directory.file("b.wav"), kind: .wav).run()
    }
    #expect(!directory.contains("b.wav") && !directory.contains("b.recording.wav"))
  }
}
