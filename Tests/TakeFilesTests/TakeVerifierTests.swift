import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// The faults of files of Pinna whose audio is sound, and what a cut one becomes.
@Suite struct TakeVerifierTests {
  private let directory: TemporaryDirectory
  private static let name = "20260801_120000_007.wav"
  private var path: String { directory.file(Self.name) }

  init() throws { directory = try TemporaryDirectory() }

  /// A finished take of 2000 frames.
  private func make(markers: Int = 2) throws {
    var metadata = MadeTake.metadata(markers: markers)
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 2, samples: .s16), metadata: metadata)
    try writer.append(interleaved: MadeTake.samples(frames: 2000, channels: 2), frames: 2000)
    metadata.end = .stopped
    try writer.finish(metadata)
  }

  private func verify() throws -> [String] {
    let takes = try TakeDirectory(path: directory.path).takes()
    return takes.flatMap { TakeVerifier.verify($0).findings.map(\.problem) }
  }

  /// Adds 1 to a byte of a chunk.
  private func change(_ chunk: String, at offset: Int) throws {
    var bytes = try directory.read(Self.name)
    let name = Array(chunk.utf8)
    let start = try #require((0..<(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == name })
    bytes[start + 8 + offset] &+= 1
    try directory.write(bytes, to: Self.name)
  }

  @Test("a sound take has no findings, whether the head has room for all markers or not")
  func sound() throws {
    try make()
    #expect(try verify() == [])
    #expect(unlink(path) == 0)
    var metadata = MadeTake.metadata(markers: 0)
    metadata.markers = (0..<900).map { TakeMarker(frame: 2 * $0, kind: .button, label: "marker") }
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 2, samples: .s16), metadata: metadata)
    try writer.append(interleaved: MadeTake.samples(frames: 2000, channels: 2), frames: 2000)
    metadata.end = .stopped
    try writer.finish(metadata)
    #expect(try verify() == [])
  }

  @Test("a copy of a file without a date is sound")
  func undated() throws {
    let source = directory.file("other.wav")
    var writer = try WAVWriter.create(
      path: source, format: AudioFormat(rate: 8000, channels: 2, samples: .s16))
    try writer.append(interleaved: MadeTake.samples(frames: 2000, channels: 2), frames: 2000)
    try writer.finish(chunks: [])
    try Transcoder(input: source, output: directory.file("copy.wav"), kind: .wav).run()
    #expect(unlink(source) == 0)
    #expect(try TakeFile.read(path: directory.file("copy.wav")).metadata.isClockSet == false)
    #expect(try verify() == [])
  }

  @Test("a marker that an editor added is a note, and stays when the take is changed")
  func addedMarker() throws {
    try make()
    let bytes = try directory.read(Self.name)
    let file = try WAVReader.open(path: path)
    // As editors do, number the points by themselves, and write all chunks after the audio anew.
    let owl = TakeMarker(frame: 1500, kind: .button, label: "owl")
    let points = MadeTake.metadata().places + [owl]
    var cue = WAVChunk.cue(points).payload
    cue[4 + 3 * 24] = 17
    var list = WAVChunk.labels(points).payload
    let last = try #require(list.indices.last { list[$0...].starts(with: "owl".utf8) })
    list[last - 4] = 17
    var new = Array(bytes[..<(WAVHeader.takeBytes + 8000)])
    for chunk in file.chunks where chunk.offset >= WAVHeader.takeBytes + 8000 {
      let payload = try file.contents(of: chunk)
      let isLabels = payload.starts(with: "adtl".utf8)
      let own = chunk.id == "cue " ? cue : isLabels ? list : payload
      new += WAVChunk(id: chunk.id, payload: own).serialised
    }
    var size: [UInt8] = []
    size.append(littleEndian: UInt32(new.count - 8))
    new.replaceSubrange(4..<8, with: size)
    try directory.write(new, to: Self.name)
    let take = try #require(try TakeDirectory(path: directory.path).takes().first)
    let result = TakeVerifier.verify(take)
    #expect(result.isSound, "\(result.findings)")
    #expect(result.notes.contains("\(path): another program added 1 marker"), "\(result.notes)")
    try take.edit([.rating(.keep)])
    let metadata = try TakeFile.read(path: path).metadata
    #expect(metadata.markers.map(\.label) == ["marker 0", "marker 1", "owl"])
    #expect(metadata.notes == ["without c"] && metadata.gaps.count == 1)
  }

  /// A byte of a chunk, and what is said when it is wrong.
  static let changes: [(chunk: String, offset: Int, problem: String)] = [
    ("fmt ", 4, "the fmt chunk states 8001 frames per second, but the iXML chunk states 8000"),
    (
      "bext", 338,
      "the bext chunk starts 345600001 frames after midnight, but the iXML chunk starts 345600000"
    ),
    (
      "bext", 329,
      "the bext chunk is dated 2026-08-02 12:00:00, but the iXML chunk is dated 2026-08-01 12:00:00"
    ),
    (
      "bext", 337,
      "the bext chunk is dated 2026-08-01 12:00:01, but the iXML chunk is dated 2026-08-01 12:00:00"
    ),
    ("cue ", 24, "there are 2 cue points, but the iXML chunk has 3 markers and gaps"),
    ("iXML", 45, "the metadata of the take cannot be read (its iXML chunk)"),
    ("fmt ", 8, "the fmt chunk states 32001 bytes per second, but there are 32000"),
    ("bext", 3, "the metadata of the take has changed since it was written"),
    ("bext", 256, "the metadata of the take has changed since it was written"),
    ("bext", 290, "the metadata of the take has changed since it was written"),
    ("bext", 610, "the metadata of the take has changed since it was written"),
    ("labl", 5, "the part after the audio has changed since it was written"),
    ("ltxt", 5, "the part after the audio has changed since it was written"),
    ("ICMT", 5, "the part after the audio has changed since it was written"),
    ("pnna", 6, "the record of what was written cannot be read (its pnna chunk)"),
  ]

  @Test("a changed byte of the head is found", arguments: 0..<15)
  func head(index: Int) throws {
    let change = Self.changes[index]
    try make()
    try self.change(change.chunk, at: change.offset)
    let found = try verify()
    #expect(found.contains(change.problem), "\(found)")
  }

  @Test("one changed bit of any chunk but the reserved one is found")
  func everyByte() throws {
    try make()
    let sound = try directory.read(Self.name)
    let audio = WAVHeader.takeBytes..<(WAVHeader.takeBytes + 8000)
    var random = SeededGenerator(seed: 22)
    var missed: [Int] = []
    for offset in stride(from: 48, to: sound.count, by: 11) where !audio.contains(offset) {
      var bytes = sound
      bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try directory.write(bytes, to: Self.name)
      if try verify() == [] { missed.append(offset) }
    }
    #expect(missed == [])
  }

  @Test("a digit of the checksum that is none is damage, not a file without a checksum")
  func digit() throws {
    try make()
    var bytes = try directory.read(Self.name)
    let start = Array("<AUDIO_CRC32>".utf8)
    let place = try #require(
      (0..<bytes.count).first { bytes[$0...].starts(with: start) }.map { $0 + start.count })
    bytes[place + 2] = UInt8(ascii: "q")
    try directory.write(bytes, to: Self.name)
    let found = try verify()
    #expect(found.contains { $0.hasPrefix("the checksum of the audio cannot be read: '") })
  }

  @Test("a file of an earlier version, without checksums of its head, is sound")
  func unsealed() throws {
    try make()
    var bytes = try directory.read(Self.name)
    for offset in (16384 - 8 - 12)..<(16384 - 8) { bytes[offset] = 0 }
    try directory.write(bytes, to: Self.name)
    #expect(try verify() == [])
  }

  @Test(
    "a finished take that was cut says so, without a checksum and with cue points",
    arguments: [false, true])
  func cut(inPlace: Bool) throws {
    try make()
    #expect(truncate(path, off_t(WAVHeader.takeBytes + 4001)) == 0)
    let result = TakeRecovery.mend(path: path, inPlace: inPlace)
    guard case .mended = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(result.path == (inPlace ? path : directory.file("20260801_120000_007_recovered.wav")))
    #expect(result.frames == 1000)
    let file = try TakeFile.read(path: result.path)
    #expect(file.frames == 1000)
    #expect(file.metadata.end?.words == "recovered: the recording was cut off after 0.1 s")
    #expect(file.metadata.audioChecksum == nil)
    #expect(file.metadata.markers == MadeTake.metadata().markers)
    #expect(TakeRecovery.mend(path: result.path).outcome == .intact)
    let set = TakeSet(name: "x", number: nil, files: [file], damaged: [])
    #expect(TakeVerifier.verify(set).isSound)
    let cues = try cueFrames(result.path)
    #expect(cues == [100, 137, 900])
  }

  private func cueFrames(_ path: String) throws -> [Int] {
    let file = try OpenFile.read(path)
    let parser = try WAVParser(
      descriptor: file.descriptor, path: path, fileBytes: file.regularSize ?? 0)
    let frames = try WAVMetadata(parser).cueFrames
    _ = file.close()
    return frames
  }

  @Test("no text of any file can command a terminal")
  func texts() throws {
    let fields = MadeTake.metadata().fields.map { field in
      MetadataField(field.key, field.value + (field.key == "DATE" ? "" : "\u{1B}[2J"))
    }
    let read = try #require(TakeMetadata(fields: fields))
    #expect(read.boardName == "Phone <& more> [2J")
    #expect(!"\(read)".contains("\u{1B}") && !"\(read)".contains("u{1B}"))
  }
}
