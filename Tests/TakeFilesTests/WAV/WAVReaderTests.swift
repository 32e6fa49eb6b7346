import Glibc
import TakeFiles
import TestSupport
import Testing

@Suite struct WAVReaderTests {
  /// Bytes of a file, chunk by chunk.
  private func wav(
    riff: String = "RIFF", riffSize: UInt32? = nil, _ chunks: [(String, UInt32?, [UInt8])]
  ) -> [UInt8] {
    var body = Array("WAVE".utf8)
    for (id, size, payload) in chunks {
      body += Array(id.utf8) + bytes(size ?? UInt32(payload.count)) + payload
      if payload.count % 2 == 1 { body.append(0) }
    }
    return Array(riff.utf8) + bytes(riffSize ?? UInt32(body.count)) + body
  }

  private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
  }

  private func fmt(tag: UInt16 = 1, channels: UInt16 = 1, bits: UInt16 = 16) -> (
    String, UInt32?, [UInt8]
  ) {
    let block = channels * ((bits + 7) / 8)
    return (
      "fmt ", nil,
      bytes(tag) + bytes(channels) + bytes(UInt32(8000)) + bytes(8000 * UInt32(block))
        + bytes(block) + bytes(bits)
    )
  }

  private func open(_ contents: [UInt8], _ body: (inout WAVReader) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    try directory.write(contents, to: "x.wav")
    var reader = try WAVReader.open(path: directory.file("x.wav"))
    try body(&reader)
  }

  @Test func eightBitsCountFrom128() throws {
    try open(wav([fmt(bits: 8), ("data", nil, [128, 255, 0])])) { reader throws in
      var words: [Int32] = [1, 1, 1]
      #expect(try reader.read(samples: &words, frames: 3) == 3)
      #expect(words == [0, 0x7F00_0000, .min])
    }
  }

  @Test func doublesBecomeFloats() throws {
    let values = [0.1, -1, 0.5].flatMap { bytes($0.bitPattern) }
    try open(wav([fmt(tag: 3, bits: 64), ("data", nil, values)])) { reader throws in
      #expect(reader.encoding.isFloat == true)
      var samples: [Float] = [0, 0, 0]
      #expect(try reader.read(into: &samples, frames: 3) == 3)
      #expect(samples == [0.1, -1, 0.5])
    }
  }

  @Test func unknownChunksAndOddLengthsAreSkipped() throws {
    try open(
      wav([("odd ", nil, [1, 2, 3]), fmt(), ("LIST", nil, [1]), ("data", nil, [1, 2, 3, 4])])
    ) { reader throws in
      #expect(reader.frames == 2)
      #expect(reader.chunks.map(\.id) == ["odd ", "fmt ", "LIST", "data"])
    }
  }

  @Test func aSecondChunkOfAudioIsNotLeftOutInSilence() throws {
    let directory = try TemporaryDirectory()
    for (second, problems) in [
      ([5, 0, 6, 0, 7, 0], ["it has a second chunk of audio with 6 bytes, which is not read"]),
      ([], []),
    ] as [([UInt8], [String])] {
      try directory.write(
        wav([fmt(), ("data", nil, [1, 0, 2, 0]), ("data", nil, second)]), to: "x.wav")
      let take = try TakeFile.read(path: directory.file("x.wav"))
      #expect(take.frames == 2)
      #expect(take.flaws == problems)
      #expect(try TakeVerifier.faults(of: take) == problems)
    }
  }

  @Test func aFileThatEndsEarlyIsReadUpToItsEndAndSaysSo() throws {
    try open(wav([fmt(), ("data", 1000, [1, 2, 3, 4, 5])])) { reader throws in
      // Five bytes and the padding byte are there.
      #expect(reader.frames == 3)
      #expect(reader.isTruncated == true)
    }
  }

  @Test(arguments: [UInt32(0), .max])
  func aHeaderThatWasNeverFilledInMeansToTheEnd(size: UInt32) throws {
    try open(wav(riffSize: size, [fmt(), ("data", size, [1, 2, 3, 4])])) { reader throws in
      #expect(reader.frames == 2)
      #expect(reader.isTruncated == false)
    }
  }

  @Test func aFinishedTakeOfNothingIsEmpty() throws {
    try open(wav([fmt(), ("data", 0, []), ("LIST", nil, [1, 2, 3, 4])])) { reader throws in
      #expect(reader.frames == 0)
    }
  }

  @Test(arguments: ["RF64", "BW64"])
  func largeSizesAreInTheSecondChunk(form: String) throws {
    let sizes = bytes(UInt64(100)) + bytes(UInt64(4)) + bytes(UInt64(2)) + bytes(UInt32(0))
    try open(
      wav(
        riff: form, riffSize: .max,
        [
          ("ds64", nil, sizes), fmt(), ("data", .max, [1, 2, 3, 4]), ("LIST", nil, [9, 9, 9, 9]),
        ])
    ) { reader throws in
      #expect(reader.frames == 2)
    }
  }

  @Test func brokenFilesSayWhereAndWhat() throws {
    let cases: [([UInt8], Int, String)] = [
      ([], 0, "the file does not start with RIFF (or RF64, BW64) and WAVE"),
      (Array("RIFFxxxxAVI ".utf8), 0, "the file does not start with RIFF (or RF64, BW64) and WAVE"),
      (wav([]), 12, "there is no fmt chunk"),
      (wav([fmt()]), 36, "there is no data chunk"),
      (wav([("fmt ", nil, [1, 0])]), 20, "the fmt chunk has fewer than 16 bytes"),
      (wav([fmt(channels: 0)]), 22, "0 channels; must be 1 to 1024"),
      (wav([fmt(bits: 33)]), 34, "33 bits per sample"),
    ]
    let directory = try TemporaryDirectory()
    for (contents, offset, problem) in cases {
      try directory.write(contents, to: "x.wav")
      #expect(
        throws: TakeFileError.malformed(
          path: directory.file("x.wav"), offset: offset, problem: problem)
      ) { _ = try WAVReader.open(path: directory.file("x.wav")) }
    }
    for start in ["fLaC", "OggS", "FORM", "caff", "riff", "ID3\u{4}", "abcdftyp"] {
      try directory.write(Array("\(start)0123456789".utf8), to: "x.wav")
      let error = TakeFileError.notWAV(path: directory.file("x.wav"))
      #expect(error.remedy == "convert it, for instance with FFmpeg")
      #expect(throws: error) { _ = try WAVReader.open(path: directory.file("x.wav")) }
    }
    try directory.write(wav([fmt(tag: 0x55, bits: 0)]), to: "x.wav")
    #expect(
      throws: TakeFileError.unsupported(
        path: directory.file("x.wav"), offset: 20,
        problem: "format tag 85 is neither PCM nor float")
    ) { _ = try WAVReader.open(path: directory.file("x.wav")) }
  }

  @Test func whatIsNoFileIsRefused() throws {
    let directory = try TemporaryDirectory()
    #expect(
      throws: TakeFileError.system(
        operation: .open, path: directory.file("no.wav"), code: ENOENT)
    ) { _ = try WAVReader.open(path: directory.file("no.wav")) }
    #expect(
      throws: TakeFileError.system(operation: .open, path: directory.path, code: EINVAL)
    ) { _ = try WAVReader.open(path: directory.path) }
  }

  /// Ten thousand damaged files: each is read to its end or refused with an error, and none gives more than it has.
  @Test func damagedFilesNeverDoHarm() throws {
    let directory = try TemporaryDirectory()
    let sizes = bytes(UInt64(100)) + bytes(UInt64(64)) + bytes(UInt64(16)) + bytes(UInt32(0))
    let payload = [UInt8](repeating: 0x5A, count: 64)
    let seeds = [
      wav([fmt(channels: 2), ("LIST", nil, [1, 2, 3]), ("data", nil, payload)]),
      wav(riff: "RF64", riffSize: .max, [("ds64", nil, sizes), fmt(), ("data", .max, payload)]),
      wav([fmt(tag: 3, bits: 32), ("fact", nil, [4, 0, 0, 0]), ("data", nil, payload)]),
    ]
    var generator = SeededGenerator(seed: 2026)
    var words = [Int32](repeating: 0, count: 4096)
    var (opened, refused) = (0, 0)
    let interesting: [UInt8] = [0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF]
    for round in 0..<10_000 {
      var contents = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<contents.count, using: &generator)
        contents[place] =
          Bool.random(using: &generator)
          ? interesting[Int.random(in: 0..<interesting.count, using: &generator)]
          : UInt8.random(in: 0...255, using: &generator)
      }
      if round % 4 == 0 {
        contents.removeLast(Int.random(in: 0..<contents.count, using: &generator))
      }
      try directory.write(contents, to: "x.wav")
      do throws(TakeFileError) {
        var reader = try WAVReader.open(path: directory.file("x.wav"))
        opened += 1
        #expect(reader.frames * reader.bytesPerFrame <= contents.count)
        let room = words.count / reader.channels
        var total = 0
        while true {
          let count = try reader.read(samples: &words, frames: room)
          if count == 0 { break }
          total += count
        }
        #expect(total == reader.frames)
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(opened > 1000)
    #expect(refused > 1000)
  }
}
