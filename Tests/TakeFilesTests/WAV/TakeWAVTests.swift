import Essentials
import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// WAV files with metadata: takes.
@Suite struct TakeWAVTests {
  private let stereo = AudioFormat(rate: 48000, channels: 2, samples: .s24)

  private func metadata() -> TakeMetadata {
    var metadata = TakeMetadataTests.sample()
    metadata.end = nil
    metadata.audioChecksum = nil
    metadata.firstFrame = 0
    metadata.markers = []
    metadata.gaps = []
    return metadata
  }

  private func words(_ count: Int, seed: UInt64 = 1) -> [Int32] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int32.random(in: .min ... .max, using: &random) & ~255 }
  }

  @Test("audio starts at a page, and the head has every chunk in its place")
  func layout() throws {
    let directory = try TemporaryDirectory()
    for format in [
      stereo, AudioFormat(rate: 48000, channels: 2, samples: .f32),
      AudioFormat(rate: 16000, channels: 8, samples: .s32),
    ] {
      let path = directory.file("\(format.channels)\(format.samples).wav")
      var writer = try WAVWriter.create(path: path, format: format, metadata: metadata())
      try writer.append(samples: words(format.channels * 999), frames: 999)
      let finished = try writer.finish(TakeMetadataTests.sample())
      #expect(finished.frames == 999)
      let reader = try WAVReader.open(path: path)
      #expect(reader.frames == 999)
      #expect(reader.isTruncated == false)
      let data = try #require(reader.chunks.first { $0.id == "data" })
      #expect(data.offset == 16384)
      let ids = reader.chunks.map(\.id).filter { $0 != "fact" }
      let tail = ["cue ", "LIST", "LIST", "guan"]
      #expect(ids == ["JUNK", "bext", "fmt ", "iXML", "pnna", "data"] + tail)
    }
  }

  @Test("a take in progress claims what was written, and never more than is in the file")
  func claims() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: stereo, metadata: metadata())
    let syncer = try writer.makeSyncer()
    var random = SeededGenerator(seed: 3)
    for round in 0..<20 {
      let count = Int.random(in: 1...30_000, using: &random)
      try writer.append(samples: words(2 * count), frames: count)
      try writer.checkpoint()
      if round % 5 == 4 { try syncer.sync() }
      let bytes = try directory.read("x.recording.wav")
      let record = try #require(CheckpointRecord(payload: Array(bytes[15880..<16376])))
      var place = 16384 + record.syncedBytes
      for segment in record.segments {
        let end = place + segment.bytes
        #expect(bytes[place..<end].withUnsafeBytes { CRC32($0) } == segment)
        place = end
      }
      #expect(place == bytes.count)
      // Up to a short page stays in memory.
      #expect(bytes.count > 16384 + 6 * writer.frames - 14_400)
      let reader = try WAVReader.open(path: directory.file("x.recording.wav"))
      #expect(reader.frames == (bytes.count - 16384) / 6)
    }
  }

  @Test("a synced take forgets the segments that the medium has")
  func confirmed() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: stereo, metadata: metadata())
    let syncer = try writer.makeSyncer()
    for _ in 0..<3 {
      try writer.append(samples: words(48000), frames: 24000)
      try writer.checkpoint()
      try syncer.sync()
    }
    try writer.checkpoint()
    let bytes = try directory.read("x.recording.wav")
    let record = try #require(CheckpointRecord(payload: Array(bytes[15880..<16376])))
    #expect(record.syncedBytes == bytes.count - 16384)
    #expect(record.segments.isEmpty)
  }

  @Test("the same takes give the same bytes, however they were synced")
  func reproducible() throws {
    let directory = try TemporaryDirectory()
    for (name, syncs) in [("a", false), ("b", true)] {
      var writer = try WAVWriter.create(
        path: directory.file("\(name).wav"), format: stereo, metadata: metadata())
      let syncer = try writer.makeSyncer()
      for round in 0..<4 {
        try writer.append(samples: words(20_002, seed: UInt64(round)), frames: 10_001)
        try writer.checkpoint()
        if syncs { try syncer.sync() }
      }
      try writer.finish(TakeMetadataTests.sample())
    }
    #expect(try directory.read("a.wav") == directory.read("b.wav"))
  }

  @Test("a finished take has the CRC of its audio")
  func checksum() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: stereo, metadata: metadata(), bufferBytes: 5000)
    try writer.append(samples: words(60_000), frames: 30_000)
    try writer.checkpoint()
    try writer.append(samples: words(6000), frames: 3000)
    try writer.finish(metadata())
    let bytes = try directory.read("x.wav")
    let crc = bytes[16384..<(16384 + 198_000)].withUnsafeBytes { CRC32($0) }.value
    let wanted = "<AUDIO_CRC32>\(crc.hexadecimal(digits: 8))<"
    let head = String(decoding: bytes[..<16384], as: UTF8.self)
    #expect(head.contains(wanted))
  }

  @Test("thousands of markers fit: in the head as many as there is room for, after the audio all")
  func manyMarkers() throws {
    let directory = try TemporaryDirectory()
    var last = metadata()
    last.end = .stopped
    last.markers = (0..<3000).map {
      TakeMarker(frame: $0, kind: .button, label: "marker \($0)")
    }
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: stereo, metadata: metadata())
    try writer.append(samples: words(6000), frames: 3000)
    try writer.checkpoint(last)
    try writer.finish(last)
    let reader = try WAVReader.open(path: directory.file("x.wav"))
    let cue = try #require(reader.chunks.first { $0.id == "cue " })
    #expect(cue.bytes == 4 + 24 * 3000)
    let text = try #require(reader.chunks.first { $0.id == "iXML" })
    let xml = String(decoding: try reader.contents(of: text), as: UTF8.self)
    #expect(xml.contains("<EVENTS_OMITTED>"))
    #expect(xml.contains("</BWFXML>"))
  }
}
