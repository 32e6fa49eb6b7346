import TakeFiles
import TestSupport
import Testing

@Suite struct EncodedTagsTests {
  private static func take(
    _ kind: TakeFileKind, in directory: TemporaryDirectory, metadata: TakeMetadata
  ) throws -> String {
    let path = directory.file("a.\(kind.ending)")
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 48000, channels: 2), to: path, kind: kind,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24), metadata: metadata)
    return path
  }

  @Test(arguments: EncodedFixture.kinds) func allMetadataComesBack(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    var metadata = EncodedFixture.metadata()
    let path = try Self.take(kind, in: directory, metadata: metadata)
    metadata.end = .init(.other, "stopped by the recordist")
    var found = try #require(try EncodedRecovery.metadata(path, kind))
    // Only AAC has no checksums of its own.
    #expect((found.audioChecksum != nil) == (kind == .m4a))
    found.audioChecksum = nil
    #expect(found == metadata)
  }

  @Test(arguments: EncodedFixture.kinds) func theFileSaysThatItIsNotFinishedUntilItIs(
    kind: TakeFileKind
  ) throws {
    let directory = try TemporaryDirectory()
    var metadata = EncodedFixture.metadata(markers: 0)
    var writer = try EncodedWriter.create(
      path: directory.file("a.\(kind.ending)"), kind: kind,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24), metadata: metadata)
    let sound = EncodedFixture.noise(frames: 96000, channels: 2)
    try writer.append(interleaved: sound, frames: 96000)
    try writer.checkpoint()
    let path = directory.file("a.recording.\(kind.ending)")
    #expect(try EncodedRecovery.metadata(path, kind)?.end == nil)
    metadata.markers = [TakeMarker(frame: 7, kind: .clip, label: "left")]
    try writer.checkpoint(metadata)
    #expect(try EncodedRecovery.metadata(path, kind) == metadata)
    metadata.end = .init(.other, "the card is full")
    #expect(try writer.finish(metadata) == 96000)
    var found = try #require(
      try EncodedRecovery.metadata(directory.file("a.\(kind.ending)"), kind))
    found.audioChecksum = nil
    #expect(found == metadata)
  }

  @Test(arguments: EncodedFixture.kinds) func tooManyMarkersAreCountedAndTheFirstOnesKept(
    kind: TakeFileKind
  ) throws {
    let directory = try TemporaryDirectory()
    let metadata = EncodedFixture.metadata(markers: 3000)
    let path = try Self.take(kind, in: directory, metadata: metadata)
    let found = try #require(try EncodedRecovery.metadata(path, kind))
    #expect(found.gaps == metadata.gaps)
    #expect(found.end?.words == "stopped by the recordist")
    #expect(found.markers.count > 60 && found.markers.count < 3000)
    #expect(found.markers == Array(metadata.markers.prefix(found.markers.count)))
    let bytes = try directory.read("a.\(kind.ending)")
    let text = String(decoding: bytes.prefix(60000), as: UTF8.self)
    #expect(text.contains("PINNA_EVENTS_OMITTED"))
    #expect(text.contains("\(3000 - found.markers.count)"))
  }

  @Test(arguments: EncodedFixture.kinds)
  func libsndfileOrFFmpegShowTitleAndComment(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let path = try Self.take(kind, in: directory, metadata: EncodedFixture.metadata())
    if kind != .m4a {
      let file = try #require(SoundFile(path))
      #expect(file.title == "20260314_101500_007")
      #expect(file.comment.hasSuffix("ended: stopped by the recordist"))
    }
    guard Tool.ffprobe.isInstalled else { return }
    let run = Tool.ffprobe.run("-v error -show_format -show_streams " + path)
    for text in [
      "20260314_101500_007", "PINNA_FILTER_HASH=0123456789abcdef", "wind; birds = many",
    ] {
      #expect(run.output.contains(text), "\(text) in \(run.output)")
    }
    #expect(!run.output.contains("TAG:comment=   "))
  }

  @Test(
    .enabled(if: Tool.mediainfo.isInstalled, "needs the program mediainfo"),
    arguments: EncodedFixture.kinds)
  func mediainfoShowsThem(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let path = try Self.take(kind, in: directory, metadata: EncodedFixture.metadata())
    let run = Tool.mediainfo.run("--Full " + path)
    for text in ["20260314_101500_007", "PINNA_FILTER_HASH", "0123456789abcdef"] {
      #expect(run.output.contains(text), "\(text) in \(run.output)")
    }
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled, "needs the program ffprobe"))
  func markersAreChapters() throws {
    let directory = try TemporaryDirectory()
    var metadata = EncodedFixture.metadata()
    metadata.firstFrame = 12000
    for kind in [TakeFileKind.flac, .opus] {
      let path = try Self.take(kind, in: directory, metadata: metadata)
      let run = Tool.ffprobe.run("-v error -show_chapters " + path)
      #expect(run.output.contains("TAG:title=mark 2"), "\(run.output)")
      #expect(run.output.contains("start_time=0.250000"), "\(run.output)")
    }
  }
}
