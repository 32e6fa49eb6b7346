import Glibc
import TakeFiles
import TestSupport
import Testing

@Suite struct WAVWriterTests {
  private let stereo = AudioFormat(rate: 48000, channels: 2, samples: .s24)

  @Test func stereoOf24BitsHasTheHeaderThatEveryPlayerReads() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(path: directory.file("x.wav"), format: stereo)
    try writer.append(samples: [256, 512, -256, 0x7FFF_FF00], frames: 2)
    try writer.finish()
    var expected = Array("RIFF".utf8) + [84, 0, 0, 0] + Array("WAVEJUNK".utf8) + [28, 0, 0, 0]
    expected += [UInt8](repeating: 0, count: 28) + Array("fmt ".utf8) + [16, 0, 0, 0]
    expected += [1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0x00, 0x65, 0x04, 0, 6, 0, 24, 0]
    expected += Array("data".utf8) + [12, 0, 0, 0]
    expected += [1, 0, 0, 2, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    #expect(try directory.read("x.wav") == expected)
  }

  @Test func manyChannelsHaveTheExtensibleFormWithoutSpeakers() throws {
    let directory = try TemporaryDirectory()
    let writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: AudioFormat(rate: 48000, channels: 8, samples: .s32))
    try writer.finish()
    let bytes = try directory.read("x.wav")
    #expect(Array(bytes[48...55]) == Array("fmt ".utf8) + [40, 0, 0, 0])
    #expect(Array(bytes[56...57]) == [0xFE, 0xFF])
    #expect(Array(bytes[72...79]) == [22, 0, 32, 0, 0, 0, 0, 0])
    #expect(Array(bytes[80...81]) == [1, 0])
  }

  @Test func floatsCarryTheNumberOfFrames() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: AudioFormat(rate: 48000, channels: 2, samples: .f32))
    try writer.append(interleaved: [0, 0, 0, 0, 0, 0], frames: 3)
    try writer.finish()
    let bytes = try directory.read("x.wav")
    #expect(Array(bytes[56...57]) == [3, 0])
    #expect(Array(bytes[74...85]) == Array("fact".utf8) + [4, 0, 0, 0, 3, 0, 0, 0])
  }

  @Test func theHeaderIsTrueAtEveryUpdate() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(path: directory.file("x.wav"), format: stereo)
    for second in 1...5 {
      try writer.append(samples: [Int32](repeating: 256, count: 2000), frames: 1000)
      try writer.checkpoint()
      let reader = try WAVReader.open(path: directory.file("x.recording.wav"))
      #expect(reader.frames == 1000 * second)
      #expect(reader.isTruncated == false)
      #expect(try directory.read("x.recording.wav").count == writer.fileBytes)
    }
  }

  @Test func aSyncerStaysHarmlessWhenTheFileIsDone() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(path: directory.file("x.wav"), format: stereo)
    try writer.append(samples: [256, 256], frames: 1)
    try writer.sync()
    let syncer = try writer.makeSyncer()
    try writer.finish()
    try syncer.sync()
  }

  @Test func aKilledTakeIsReadUpToItsLastUpdate() throws {
    let directory = try TemporaryDirectory()
    do {
      var writer = try WAVWriter.create(path: directory.file("x.wav"), format: stereo)
      try writer.append(samples: [Int32](repeating: 256, count: 2000), frames: 1000)
      try writer.checkpoint()
      try writer.append(samples: [Int32](repeating: 256, count: 2000), frames: 1000)
      try writer.flush()
    }
    let reader = try WAVReader.open(path: directory.file("x.recording.wav"))
    #expect(reader.frames == 1000)
    #expect(!directory.contains("x.wav"))
  }

  @Test func anExistingFileIsNeverReplaced() throws {
    let directory = try TemporaryDirectory()
    try directory.write([1], to: "x.wav")
    #expect(
      throws: TakeFileError.system(
        operation: .create, path: directory.file("x.wav"), code: EEXIST)
    ) { _ = try WAVWriter.create(path: directory.file("x.wav"), format: stereo) }
    try directory.write([2], to: "y.recording.wav")
    #expect(
      throws: TakeFileError.system(
        operation: .create, path: directory.file("y.recording.wav"), code: EEXIST)
    ) { _ = try WAVWriter.create(path: directory.file("y.wav"), format: stereo) }
    #expect(try directory.read("x.wav") == [1])
    #expect(try directory.read("y.recording.wav") == [2])
  }

  @Test("a file is synced after it got its new name, which FAT needs, and its name is kept")
  func renamed() throws {
    let directory = try TemporaryDirectory()
    // A pipe can be renamed, but not synced.
    try #require(mkfifo(directory.file("x.wav"), 0o644) == 0)
    let (old, new) = (directory.file("x.wav"), directory.file("y.wav"))
    #expect(throws: TakeFileError.system(operation: .sync, path: new, code: EINVAL)) {
      try TakeFile.rename(old, to: new)
    }
    #expect(!directory.contains("x.wav") && directory.contains("y.wav"))
  }

  @Test func aNameTakenMeanwhileLeavesBothFilesWhole() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(path: directory.file("x.wav"), format: stereo)
    try writer.append(samples: [256, 256], frames: 1)
    try directory.write([1], to: "x.wav")
    do throws(TakeFileError) {
      try writer.finish()
      Issue.record("the rename must fail")
    } catch {
      #expect(
        error == .system(operation: .rename, path: directory.file("x.wav"), code: EEXIST))
    }
    #expect(try directory.read("x.wav") == [1])
    #expect(try WAVReader.open(path: directory.file("x.recording.wav")).frames == 1)
  }

  @Test func anAbsentDirectoryIsNamed() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("nowhere/x.wav")
    do throws(TakeFileError) {
      _ = try WAVWriter.create(path: path, format: stereo)
      Issue.record("there is no such directory")
    } catch {
      #expect(
        error.description
          == "cannot create \(directory.file("nowhere/x.recording.wav")): No such file or "
          + "directory; check the path; the directory must exist")
    }
  }

  @Test func pastTheLimitTheFileIsRF64() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: stereo, bufferBytes: 600, riffLimit: 10_000)
    let words = [Int32](repeating: 0x1234_5600, count: 2000)
    try writer.append(samples: words, frames: 1000)
    try writer.checkpoint()
    #expect(Array(try directory.read("x.recording.wav")[0..<4]) == Array("RIFF".utf8))
    try writer.append(samples: words, frames: 1000)
    try writer.checkpoint()
    try writer.append(samples: words, frames: 1000)
    try writer.finish(chunks: [.information(comment: "long")])

    let bytes = try directory.read("x.wav")
    #expect(Array(bytes[0..<8]) == Array("RF64".utf8) + [255, 255, 255, 255])
    #expect(Array(bytes[12..<20]) == Array("ds64".utf8) + [28, 0, 0, 0])
    #expect(number(bytes, 20) == bytes.count - 8)
    #expect(number(bytes, 28) == 18000)
    #expect(number(bytes, 36) == 3000)
    var reader = try WAVReader.open(path: directory.file("x.wav"))
    #expect(reader.frames == 3000)
    #expect(reader.chunks.map(\.id) == ["ds64", "fmt ", "data", "LIST"])
    var back = [Int32](repeating: 0, count: 6000)
    #expect(try reader.read(samples: &back, frames: 3000) == 3000)
    #expect(back.allSatisfy { $0 == 0x1234_5600 })
  }

  private func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  @Test func aFullDiskIsSaidAtTheWriteThatFails() throws {
    let descriptor = open("/dev/full", O_RDWR)
    try #require(descriptor >= 0)
    var writer = WAVWriter(
      adopting: descriptor, path: "/dev/full", format: stereo, bufferBytes: 600)
    let words = [Int32](repeating: 1, count: 400)
    do throws(TakeFileError) {
      try writer.append(samples: words, frames: 200)
      Issue.record("the disk is full")
    } catch {
      #expect(error == .system(operation: .write, path: "/dev/full", code: ENOSPC))
      #expect(error.remedy == "free some space or use another directory")
    }
    #expect(writer.frames == 100)
  }

  @Test func aFileThatIsTooLargeHasARemedyForEveryCommand() {
    let error = TakeFileError.system(operation: .write, path: "x.wav", code: EFBIG)
    #expect(error.remedy.hasSuffix("make shorter files ([take] split, --from and --to)"))
  }

  @Test func whatIsOnDiskBecomesATakeWhenTheRestCannotBeWritten() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"),
      format: AudioFormat(rate: 48000, channels: 1, samples: .s24), bufferBytes: 300)
    let words = [Int32](repeating: 0x1000, count: 101)
    try writer.append(samples: words, frames: 101)
    try writer.flush()
    try writer.append(samples: words, frames: 99)
    // 101 frames of 3 bytes are an odd number: the last one goes with what was never written.
    #expect(try writer.salvage() == 100)
    let reader = try WAVReader.open(path: directory.file("x.wav"))
    #expect(reader.frames == 100)
    #expect(try directory.read("x.wav").count == 80 + 300)
  }
}
