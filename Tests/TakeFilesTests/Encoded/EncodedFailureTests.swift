import Glibc
import TestSupport
import Testing

@testable import TakeFiles

@Suite struct EncodedFailureTests {
  private static let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)

  @Test(arguments: EncodedFixture.kinds)
  func aFullMediumIsTheErrnoOfTheSystem(kind: TakeFileKind) throws {
    let descriptor = open("/dev/full", O_RDWR | O_CLOEXEC)
    var writer = try EncodedWriter.create(
      adopting: descriptor, path: "/dev/full", kind: kind, format: Self.format,
      metadata: EncodedFixture.metadata())
    let sound = EncodedFixture.noise(frames: 48000, channels: 2)
    do {
      // FFmpeg keeps some seconds before it gives anything.
      for _ in 0..<(kind == .m4a ? 15 : 1) {
        try writer.append(interleaved: sound, frames: 48000)
        try writer.checkpoint()
      }
      Issue.record("nothing failed")
    } catch {
      #expect(
        error == TakeFileError.system(operation: .write, path: "/dev/full", code: ENOSPC))
    }
    #expect(throws: TakeFileError.system(operation: .write, path: "/dev/full", code: ENOSPC)) {
      try writer.checkpoint()
    }
  }

  @Test func anMP3OnAFullMediumIsAnErrorAndNotShort() throws {
    let directory = try TemporaryDirectory()
    let input = directory.file("a.flac")
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 48000, channels: 2), to: input, kind: .flac, format: Self.format,
      metadata: EncodedFixture.metadata())
    let take = try TakeFile.read(path: input)
    // Debian 12 has an older libsndfile.
    guard MP3Copy.refusal(for: take) == nil else { return }
    let copy = MP3Copy(input: input, output: directory.file("a.mp3"))
    let full = open("/dev/full", O_RDWR | O_CLOEXEC)
    defer { close(full) }
    #expect(throws: TakeFileError.system(operation: .write, path: "/dev/full", code: ENOSPC)) {
      try copy.write(take, to: full, path: "/dev/full")
    }
    #expect(try copy.run().frames == 48000)
    #expect(throws: TakeFileError.self) { try copy.run() }
  }

  @Test(arguments: [TakeFileKind.flac, .opus])
  func aWriteThatFailedIsTriedAgain(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let sound = EncodedFixture.noise(frames: 96000, channels: 2)
    let (path, reference) = (
      directory.file("a.\(kind.ending)"), directory.file("b.\(kind.ending)")
    )
    try EncodedFixture.write(
      sound, to: reference, kind: kind, format: Self.format, metadata: EncodedFixture.metadata())
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    var writer = try EncodedWriter.create(
      adopting: descriptor, path: path, kind: kind, format: Self.format,
      metadata: EncodedFixture.metadata())
    let sealed = open("/dev/full", O_RDWR | O_CLOEXEC)
    let open = dup(descriptor)
    defer {
      close(sealed)
      close(open)
    }
    for start in stride(from: 0, to: 96000, by: 9600) {
      dup2(sealed, descriptor)
      let piece = Array(sound[(2 * start)..<(2 * start + 19200)])
      #expect(throws: TakeFileError.system(operation: .write, path: path, code: ENOSPC)) {
        try writer.append(interleaved: piece, frames: 9600)
        try writer.checkpoint()
      }
      dup2(open, descriptor)
      if start % 19200 == 0 { try writer.checkpoint() }
    }
    #expect(try writer.finish(EncodedFixture.metadata()) == 96000)
    let expected = try #require(EncodedFixture.samples(reference, kind: kind))
    #expect(EncodedFixture.samples(path, kind: kind) == expected)
  }

  @Test(arguments: EncodedFixture.kinds)
  func whatIsOnAFullMediumBecomesATake(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let total = kind == .m4a ? 720_000 : 96000
    let sound = EncodedFixture.noise(frames: total, channels: 2)
    var writer = try EncodedWriter.create(
      path: directory.file("a.\(kind.ending)"), kind: kind, format: Self.format,
      metadata: EncodedFixture.metadata())
    try writer.append(interleaved: sound, frames: total)
    try writer.checkpoint()
    // A write that came half way.
    let path = directory.file("a.recording.\(kind.ending)")
    let length = try directory.read("a.recording.\(kind.ending)").count
    truncate(path, off_t(length - 700))
    var metadata = EncodedFixture.metadata()
    metadata.end = .init(.storage, "storage failed: the card is full")
    let frames = try writer.salvage(metadata)
    #expect(frames > 60000 && frames < total)
    let found = EncodedFixture.samples(directory.file("a.\(kind.ending)"), kind: kind)
    #expect(found?.count == 2 * frames)
    #expect(
      try EncodedRecovery.metadata(directory.file("a.\(kind.ending)"), kind) == metadata)
    #expect(
      try EncodedRecovery.survey(directory.file("a.\(kind.ending)"), kind)?.isWhole == true)
  }

  @Test("without audio on the medium there is no file", arguments: EncodedFixture.kinds)
  func nothingOnTheMedium(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    var writer = try EncodedWriter.create(
      path: directory.file("a.\(kind.ending)"), kind: kind, format: Self.format,
      metadata: EncodedFixture.metadata())
    try writer.append(interleaved: EncodedFixture.noise(frames: 4800, channels: 2), frames: 4800)
    try writer.checkpoint()
    truncate(directory.file("a.recording.\(kind.ending)"), 40)
    #expect(try writer.salvage(EncodedFixture.metadata()) == 0)
    #expect(!directory.contains("a.\(kind.ending)"))
    #expect(!directory.contains("a.recording.\(kind.ending)"))
  }

  @Test func whatAKindCannotHoldIsSaidBefore() {
    func format(_ rate: Int, _ channels: Int, _ samples: SampleFormat = .s24) -> AudioFormat {
      AudioFormat(rate: rate, channels: channels, samples: samples)
    }
    func refusal(_ kind: TakeFileKind, _ format: AudioFormat) -> String? {
      kind.refusal(for: format)?.description
    }
    #expect(refusal(.wav, format(192_000, 32, .f32)) == nil)
    #expect(refusal(.flac, format(192_000, 8)) == nil)
    #expect(
      refusal(.flac, format(48000, 9))
        == "FLAC holds up to 8 channels, not 9; choose WAV")
    #expect(
      refusal(.flac, format(48000, 2, .f32))
        == "FLAC holds samples of 16 or 24 bits, not f32; choose s24, or WAV")
    #expect(refusal(.flac, format(48000, 2, .s32))?.contains("s32") == true)
    #expect(refusal(.opus, format(48000, 2)) == nil)
    #expect(
      refusal(.opus, format(44100, 2))
        == "Opus does not support 44100 Hz; choose one of 8000, 12000, 16000, 24000, 48000 Hz, "
        + "or FLAC or WAV")
    #expect(refusal(.opus, format(48000, 6))?.contains("not 6") == true)
    #expect(refusal(.m4a, format(192_000, 2))?.contains("192000 Hz") == true)
    #expect(
      TakeFileKind.m4a.refusal(for: format(48000, 2), searchPath: "/nowhere")?
        .remedy.contains("apt install ffmpeg") == true)
  }

  @Test func aRefusedFormatLeavesNoFile() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: TakeFileError.self) {
      _ = try EncodedWriter.create(
        path: directory.file("a.flac"), kind: .flac,
        format: AudioFormat(rate: 48000, channels: 9, samples: .s24),
        metadata: EncodedFixture.metadata())
    }
    #expect(!directory.contains("a.recording.flac"))
  }

  @Test(arguments: EncodedFixture.kinds)
  func noiseTakesNoMoreThanTheBoundSays(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(seed: 1)
    let sound = (0..<480_000).map { _ in
      Float(Int32(truncatingIfNeeded: generator.next() >> 32)) * 0x1p-31
    }
    let path = directory.file("a.\(kind.ending)")
    try EncodedFixture.write(
      sound, to: path, kind: kind, format: Self.format, metadata: EncodedFixture.metadata())
    let bytes = try directory.read("a.\(kind.ending)").count - 2 * TagSpace.reservedBytes - 1024
    #expect(bytes < 5 * kind.bytesPerSecond(for: Self.format))
    #expect(bytes > kind.bytesPerSecond(for: Self.format))
  }
}
