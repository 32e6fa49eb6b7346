import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// Takes that were left in progress become finished ones, with all the audio that is surely there.
@Suite struct WAVRecoveryTests {
  static let formats = [
    AudioFormat(rate: 8000, channels: 2, samples: .s24),
    AudioFormat(rate: 8000, channels: 2, samples: .f32),
    AudioFormat(rate: 8000, channels: 1, samples: .s24),
    AudioFormat(rate: 8000, channels: 8, samples: .s32),
    AudioFormat(rate: 8000, channels: 3, samples: .s16),
  ]
  private static let stereo = formats[0]
  private static let name = "20260801_120000_007.wav"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The audio bytes of a finished file.
  private func audio(_ name: String = name, _ format: AudioFormat = stereo) throws -> [UInt8] {
    let bytes = try directory.read(name)
    let count = bytes.littleEndian(UInt32.self, at: WAVHeader.takeBytes - 4)
    return Array(bytes[WAVHeader.takeBytes...].prefix(Int(count)))
  }

  @Test("everything that reached a checkpoint is recovered, with all metadata", arguments: formats)
  func whole(format: AudioFormat) throws {
    let path = try MadeTake.leftBehind(in: directory, format: format)
    let result = TakeRecovery.recover(path: path)
    #expect(result.outcome == .recovered)
    #expect(result.path == directory.file(Self.name))
    #expect(result.frames == 2000)
    #expect(result.discardedBytes == 0)
    #expect(!directory.contains("20260801_120000_007.recording.wav"))
    #expect(try audio(Self.name, format) == MadeTake.audio(format: format, frames: 2000))

    var expected = MadeTake.metadata()
    expected.end = .init(.recovered, "recovered: the recording was cut off after 0.2 s")
    let file = try TakeFile.read(path: result.path)
    #expect(file.metadata == expected)
    #expect(file.origin == .pinna)
    #expect(file.frames == 2000)
    #expect(!file.isTruncated)
    #expect(try WAVMend.flaws(of: result.path).isEmpty)
  }

  @Test("what a file system left behind the last checkpoint never becomes audio")
  func garbage() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    var random = SeededGenerator(seed: 1)
    let inProgress = TakeName.fileName(of: path)
    try directory.write(
      try directory.read(inProgress)
        + (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) },
      to: inProgress)
    let result = TakeRecovery.recover(path: path)
    #expect(result.frames == 2000)
    #expect(result.discardedBytes == 5000)
    #expect(try audio() == MadeTake.audio(format: Self.stereo, frames: 2000))
  }

  @Test("a checkpoint whose blocks were never written ends the audio before it")
  func unwritten() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    let inProgress = TakeName.fileName(of: path)
    var bytes = try directory.read(inProgress)
    // One byte in the fourth checkpoint; the third is the last that was synced.
    bytes[WAVHeader.takeBytes + 1300 * Self.stereo.bytesPerFrame] ^= 0x10
    try directory.write(bytes, to: inProgress)
    let result = TakeRecovery.recover(path: path)
    #expect(result.frames == 1200)
    #expect(result.discardedBytes == 800 * Self.stereo.bytesPerFrame)
    #expect(try audio() == MadeTake.audio(format: Self.stereo, frames: 1200))
  }

  @Test("a file cut at any length gives the checkpoints that are whole")
  func shortened() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    let inProgress = TakeName.fileName(of: path)
    let bytes = try directory.read(inProgress)
    for frames in [0, 1, 399, 1199, 1200, 1599, 1600, 1999] {
      let length = WAVHeader.takeBytes + frames * Self.stereo.bytesPerFrame + 3
      try directory.write(Array(bytes.prefix(length)), to: inProgress)
      let result = TakeRecovery.recover(path: path)
      #expect(result.outcome == .recovered)
      // Of what was synced everything is kept that is there, of the rest only what is whole.
      #expect(result.frames == (frames < 1200 ? frames : frames / 400 * 400))
      #expect(
        try audio() == MadeTake.audio(format: Self.stereo, frames: result.frames))
      unlink(result.path)
    }
  }

  @Test("a broken record: the audio is what the head states, and what lies behind it is none")
  func brokenRecord() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    let inProgress = TakeName.fileName(of: path)
    var bytes = try directory.read(inProgress) + [UInt8](repeating: 7, count: 1202)
    bytes[WAVHeader.takeBytes - 500] ^= 1
    try directory.write(bytes, to: inProgress)
    let result = TakeRecovery.recover(path: path)
    #expect(result.frames == 2000)
    #expect(result.discardedBytes == 1202)
    #expect(try TakeFile.read(path: result.path).metadata.markers.count == 2)
  }

  @Test("a head that was never filled in: the audio goes on to the end of the file")
  func emptyHead() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    let inProgress = TakeName.fileName(of: path)
    var bytes = try directory.read(inProgress) + [1, 2]
    for place in (WAVHeader.takeBytes - 500)..<WAVHeader.takeBytes { bytes[place] = 0 }
    bytes.replaceSubrange(
      (WAVHeader.takeBytes - 8)..<(WAVHeader.takeBytes - 4), with: Array("data".utf8))
    try directory.write(bytes, to: inProgress)
    let result = TakeRecovery.recover(path: path)
    #expect(result.frames == 2000)
    #expect(result.discardedBytes == 2)
  }

  @Test("a take of no frames is a finished take of no frames")
  func empty() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo, checkpoints: 0)
    let result = TakeRecovery.recover(path: path)
    #expect(result.outcome == .recovered)
    #expect(result.frames == 0)
    #expect(
      try TakeFile.read(path: result.path).metadata.end?.words
        == "recovered: the recording was cut off after 0.0 s")
  }

  @Test(
    "a file without a head is kept under a name that is not tried again",
    arguments: [[], [UInt8](repeating: 0, count: 20000), Array("RIFF".utf8)])
  func headless(bytes: [UInt8]) throws {
    try directory.write(bytes, to: "20260801_120000_007.recording.wav")
    let results = try TakeRecovery.recoverAll(in: directory.path)
    #expect(results.map(\.outcome) == [.setAside])
    #expect(results.map(\.path) == [directory.file("20260801_120000_007.wav.damaged")])
    #expect(try directory.read("20260801_120000_007.wav.damaged") == bytes)
    #expect(try TakeRecovery.recoverAll(in: directory.path).isEmpty)
    // Its number stays used.
    let date = CivilDate(year: 2026, month: 8, day: 1, hour: 12, minute: 0, second: 0)
    #expect(try TakeDirectory(path: directory.path).nextName(date: date).number == 8)
  }

  @Test("a final name that is taken is never overwritten")
  func taken() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    try directory.write([1, 2, 3], to: Self.name)
    let result = TakeRecovery.recover(path: path)
    #expect(result.path == directory.file("20260801_120000_007_recovered.wav"))
    #expect(try directory.read(Self.name) == [1, 2, 3])
    #expect(try TakeFile.read(path: result.path).frames == 2000)
  }

  @Test("a name that was given to nothing, as a cut on FAT can leave it, is free")
  func emptyFinal() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    try directory.write([], to: Self.name)
    let result = TakeRecovery.recover(path: path)
    #expect(result.path == directory.file(Self.name))
    #expect(result.frames == 2000)
    #expect(try directory.read(Self.name + ".damaged").isEmpty)
  }

  @Test("a head that was torn while its end was written keeps what came before", arguments: 0..<20)
  func tornHead(seed: Int) throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    let inProgress = TakeName.fileName(of: path)
    let old = try directory.read(inProgress)
    var metadata = MadeTake.metadata()
    metadata.end = .stopped
    metadata.parts = 1
    metadata.audioChecksum = 0x1234_5678
    let contents = WAVHeader.Contents(dataBytes: old.count - 16384, fileBytes: old.count + 400)
    let new = WAVHeader(
      format: Self.stereo, riffLimit: WAVHeader.largestRIFF, hasMetadata: true
    ).bytes(contents, metadata: metadata)
    var random = SeededGenerator(seed: UInt64(seed))
    var torn = old
    // The last sector, with the record, is not among them.
    for sector in 0..<31 where Bool.random(using: &random) {
      let bytes = (512 * sector)..<(512 * (sector + 1))
      torn.replaceSubrange(bytes, with: new[bytes])
    }
    try directory.write(torn, to: inProgress)
    let found = try TakeFile.read(path: TakeRecovery.recover(path: path).path).metadata
    let wanted = MadeTake.metadata()
    #expect(found.boardID == wanted.boardID)
    #expect(found.preRollFrames == wanted.preRollFrames)
    #expect(found.filterHash == wanted.filterHash)
    #expect(found.tracks == wanted.tracks)
    #expect(found.timeReference == wanted.timeReference)
  }

  @Test("two names of one file, left by a renaming that was cut off, become one")
  func linked() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    let copy = TakeRecovery.recover(path: path).path
    #expect(link(copy, path) == 0)
    let result = TakeRecovery.recover(path: path)
    #expect(result.outcome == .recovered)
    #expect(result.path == copy)
    #expect(result.frames == 2000)
    #expect(!directory.contains(TakeName.fileName(of: path)))
  }

  @Test("a file that is being written is not touched")
  func busy() throws {
    var writer = try WAVWriter.create(
      path: directory.file(Self.name), format: Self.stereo, metadata: MadeTake.metadata())
    try writer.append(
      interleaved: MadeTake.samples(frames: 500, channels: 2), frames: 500)
    try writer.checkpoint()
    let path = writer.inProgressPath
    let before = try directory.read(TakeName.fileName(of: path))
    #expect(try TakeRecovery.recoverAll(in: directory.path).isEmpty)
    #expect(TakeRecovery.recover(path: path).outcome == .busy)
    #expect(try directory.read(TakeName.fileName(of: path)) == before)
    #expect(try writer.finish(MadeTake.metadata()).frames == 500)
  }

  @Test("files to be skipped are skipped")
  func skipped() throws {
    let path = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    #expect(try TakeRecovery.recoverAll(in: directory.path, skipping: [path]).isEmpty)
    #expect(try TakeRecovery.recoverAll(in: directory.path).count == 1)
  }

  @Test("a take that only lacked its name keeps why it ended and its checksum")
  func onlyName() throws {
    var writer = try WAVWriter.create(
      path: directory.file(Self.name), format: Self.stereo, metadata: MadeTake.metadata())
    try writer.append(interleaved: MadeTake.samples(frames: 500, channels: 2), frames: 500)
    var last = MadeTake.metadata(markers: 9)
    last.end = .stopped
    try writer.finish(last)
    let before = try directory.read(Self.name)
    let inProgress = "20260801_120000_007.recording.wav"
    #expect(rename(directory.file(Self.name), directory.file(inProgress)) == 0)
    let result = TakeRecovery.recover(path: directory.file(inProgress))
    #expect(result.outcome == .recovered)
    #expect(result.metadata?.end == .stopped)
    #expect(result.metadata?.audioChecksum != nil)
    #expect(try directory.read(Self.name) == before)
  }

  @Test("more than 4 GiB become RF64")
  func large() throws {
    let path = try MadeTake.leftBehind(
      in: directory, format: Self.stereo, checkpoints: 1, synced: 1)
    let audioBytes = 800_000_000 * Self.stereo.bytesPerFrame
    let descriptor = open(path, O_RDWR)
    #expect(ftruncate(descriptor, off_t(WAVHeader.takeBytes + audioBytes)) == 0)
    var record = CheckpointRecord()
    record.syncedBytes = audioBytes
    let payload = record.payload
    pwrite(descriptor, payload, payload.count, off_t(WAVHeader.takeBytes - 504))
    close(descriptor)
    let result = TakeRecovery.recover(path: path)
    #expect(result.outcome == .recovered)
    #expect(result.frames == 800_000_000)
    let file = try TakeFile.read(path: result.path)
    #expect(file.frames == 800_000_000)
    #expect(file.metadata.end?.words == "recovered: the recording was cut off after 100000.0 s")
    #expect(try WAVMend.flaws(of: result.path).isEmpty)
  }
}

extension WAVMend {
  /// The flaws of a file.
  static func flaws(of path: String) throws -> [String] {
    let file = try OpenFile.read(path)
    let size = file.regularSize ?? 0
    let parser = try WAVParser(descriptor: file.descriptor, path: path, fileBytes: size)
    let flaws = try WAVMend(parser).flaws
    _ = file.close()
    return flaws
  }
}
