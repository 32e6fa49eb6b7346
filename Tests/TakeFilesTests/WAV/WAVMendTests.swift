import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// WAV files of other recorders whose header does not tell the truth.
@Suite struct WAVMendTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A piece of a file.
  private static func chunk(_ id: String, _ contents: [UInt8], size: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(name: id)
    bytes.append(littleEndian: UInt32(size ?? contents.count))
    return bytes + contents
  }

  /// 16-bit stereo at 48 kHz.
  private static let format: [UInt8] = [
    1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0,
  ]
  /// 250 frames of noise.
  private static let audio: [UInt8] = {
    var random = SeededGenerator(seed: 3)
    return (0..<1000).map { _ in UInt8.random(in: 128...255, using: &random) }
  }()
  private static let note = chunk(
    "LIST", Array("INFOICMT".utf8) + [6, 0, 0, 0] + Array("hello".utf8) + [0])

  /// A file with a header that says what it is told to.
  private static func file(
    dataSize: Int, riffSize: Int? = nil, head: [UInt8] = chunk("fmt ", format),
    audio: [UInt8] = audio, tail: [UInt8] = []
  ) -> [UInt8] {
    let body = Array("WAVE".utf8) + head + chunk("data", audio, size: dataSize) + tail
    return chunk("RIFF", body, size: riffSize ?? body.count)
  }

  private static let large: [UInt8] = {
    var sizes: [UInt8] = []
    for _ in 0..<3 { sizes.append(littleEndian: UInt64(0)) }
    return chunk("ds64", sizes + [0, 0, 0, 0]) + chunk("fmt ", format)
  }()

  /// Files as recorders leave them behind, by name.
  static let broken: [String: [UInt8]] = [
    "sizes of 0": file(dataSize: 0, riffSize: 0),
    "data of 0 in a RIFF that counts only itself": file(dataSize: 0, riffSize: 36),
    "sizes of 0xFFFFFFFF": file(dataSize: 0xFFFF_FFFF, riffSize: 0xFFFF_FFFF),
    "2 GiB were hoped for": file(dataSize: 0x8000_0000, riffSize: 0x8000_0024),
    "the sizes of the last update": file(dataSize: 400, riffSize: 436),
    "only the RIFF size is wrong": file(dataSize: 1000, riffSize: 400, tail: note),
    "the last frame is cut": file(dataSize: 1004, audio: audio + [200, 201, 202]),
    "a chunk without its padding byte": file(
      dataSize: 1000, head: chunk("bext", [1, 2, 3]) + chunk("fmt ", format), tail: note),
    "RF64 with sizes of 0": Array("RF64".utf8)
      + file(dataSize: 0xFFFF_FFFF, riffSize: 0xFFFF_FFFF, head: large).dropFirst(4),
  ]

  @Test("a copy has a true header and every frame", arguments: broken.keys.sorted())
  func copy(name: String) throws {
    let bytes = try #require(Self.broken[name])
    try directory.write(bytes, to: "ZOOM0001.WAV")
    let result = TakeRecovery.mend(path: directory.file("ZOOM0001.WAV"))
    guard case .mended(let flaws) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(!flaws.isEmpty)
    #expect(try directory.read("ZOOM0001.WAV") == bytes)
    #expect(result.path == directory.file("ZOOM0001_recovered.WAV"))
    try expectTrue("ZOOM0001_recovered.WAV")
    // Its own copy has nothing more to mend.
    #expect(TakeRecovery.mend(path: result.path).outcome == .intact)
  }

  @Test("in place the file itself gets a true header", arguments: broken.keys.sorted())
  func inPlace(name: String) throws {
    let bytes = try #require(Self.broken[name])
    try directory.write(bytes, to: "x.wav")
    let result = TakeRecovery.mend(path: directory.file("x.wav"), inPlace: true)
    if name == "a chunk without its padding byte" {
      guard case .failed(.unsupported) = result.outcome else {
        Issue.record("\(result.outcome)")
        return
      }
      #expect(try directory.read("x.wav") == bytes)
      return
    }
    #expect(result.path == result.source)
    try expectTrue("x.wav")
  }

  private func expectTrue(_ name: String) throws {
    #expect(try WAVMend.flaws(of: directory.file(name)).isEmpty)
    var reader = try WAVReader.open(path: directory.file(name))
    let (frames, isTruncated) = (reader.frames, reader.isTruncated)
    #expect(frames == 250)
    #expect(!isTruncated)
    var words = [Int32](repeating: 0, count: 500)
    let read = try reader.read(samples: &words, frames: 250)
    #expect(read == 250)
    let expected = (0..<500).map {
      Int32(bitPattern: UInt32(Self.audio[2 * $0]) << 16 | UInt32(Self.audio[2 * $0 + 1]) << 24)
    }
    #expect(words == expected)
  }

  @Test("a file that tells the truth is not touched")
  func intact() throws {
    for tail in [[], Self.note, Self.chunk("what", [1, 2, 3, 4])] {
      let bytes = Self.file(dataSize: 1000, tail: tail)
      try directory.write(bytes, to: "x.wav")
      #expect(TakeRecovery.mend(path: directory.file("x.wav"), inPlace: true).outcome == .intact)
      #expect(TakeRecovery.mend(path: directory.file("x.wav")).outcome == .intact)
      #expect(try directory.read("x.wav") == bytes)
    }
  }

  @Test("a chunk behind the audio is kept in the copy")
  func tail() throws {
    try directory.write(Self.file(dataSize: 1000, riffSize: 0, tail: Self.note), to: "x.wav")
    let result = TakeRecovery.mend(path: directory.file("x.wav"))
    #expect(try TakeFile.read(path: result.path).metadata.notes == ["hello"])
  }

  @Test("copies get the next free name")
  func names() throws {
    try directory.write(Self.file(dataSize: 0, riffSize: 0), to: "x.wav")
    let names = (0..<3).map { _ in
      TakeName.fileName(of: TakeRecovery.mend(path: directory.file("x.wav")).path)
    }
    #expect(names == ["x_recovered.wav", "x_recovered2.wav", "x_recovered3.wav"])
  }

  @Test("what is no WAV file is refused with the reason, and left as it is")
  func noWAV() throws {
    for bytes in [[], Array("not a WAV file".utf8), Self.chunk("RIFF", Array("WAVE".utf8))] {
      try directory.write(bytes, to: "x.wav")
      guard case .failed(.malformed) = TakeRecovery.mend(path: directory.file("x.wav")).outcome
      else {
        Issue.record("not refused")
        return
      }
      #expect(try directory.read("x.wav") == bytes)
      #expect(!directory.contains("x_recovered.wav"))
    }
  }

  @Test("more than 4 GiB without room for large sizes: refused in place, RF64 in a copy")
  func large() throws {
    try directory.write(Self.file(dataSize: 0, riffSize: 0), to: "x.wav")
    #expect(truncate(directory.file("x.wav"), 44 + 1 << 32) == 0)
    let result = TakeRecovery.mend(path: directory.file("x.wav"), inPlace: true)
    guard case .failed(.unsupported) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(truncate(directory.file("x.wav"), 1044) == 0)
    // The copy of 4 GiB is left out here; its header comes from the same function as that of a small one.
    #expect(try directory.read("x.wav") == Self.file(dataSize: 0, riffSize: 0))
  }

  @Test("a copy that fails leaves nothing that the next recovery takes for a recording")
  func failedCopy() throws {
    let audio = [UInt8](repeating: 200, count: 3 << 20)
    try directory.write(Self.file(dataSize: 0, riffSize: 0, audio: audio), to: "x.wav")
    let path = directory.file("x.wav")
    let result = TakeRecovery.mend(path: path) { _ in _ = truncate(path, 1 << 20) }
    guard case .failed = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(
      try TakeDirectory(path: directory.path).entryNames().filter { $0.hasPrefix("x") } == ["x.wav"]
    )
  }

  @Test("an unknown size is called so, and one byte is one byte")
  func words() throws {
    try directory.write(
      Self.file(dataSize: 0xFFFF_FFFF, riffSize: 0xFFFF_FFFF, audio: Self.audio + [200]),
      to: "x.wav")
    #expect(
      try WAVMend.flaws(of: directory.file("x.wav")) == [
        "the header did not state the length of the audio, which is 1000 bytes",
        "the header did not state the total size, which is 1044 bytes",
        "1 byte at the end is neither a complete frame nor a chunk",
      ])
  }
}
