import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// The remains of a torn entry of a directory on FAT: a take under its short name.
@Suite("Takes of which FAT kept only the short name")
struct ShortNameTests {
  private static let stereo = AudioFormat(rate: 8000, channels: 2, samples: .s24)
  private static let name = "20260801_120000_007.wav"
  private static let inProgress = "20260801_120000_007.recording.wav"
  private static let short = "202608~1.WAV"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A take that was left in progress, under a short name.
  private func leave(_ metadata: TakeMetadata = MadeTake.metadata()) throws {
    let path = try MadeTake.leftBehind(
      in: directory, format: Self.stereo, metadata: metadata)
    try #require(rename(path, directory.file(Self.short)) == 0)
  }

  private func recover() throws -> [RecoveredTake] {
    try TakeRecovery.recoverAll(in: directory.path)
  }

  @Test("A take in progress gets its name back and is recovered")
  func recording() throws {
    try leave()
    let results = try recover()
    #expect(results.map(\.outcome) == [.recovered])
    #expect(results.map(\.path) == [directory.file(Self.name)])
    #expect(results.map(\.frames) == [2000])
    #expect(!directory.contains(Self.short))
    #expect(!directory.contains(Self.inProgress))
    #expect(
      try TakeFile.read(path: directory.file(Self.name)).metadata.take == MadeTake.metadata().take)
  }

  @Test("So does a finished one, which says how it ended")
  func finished() throws {
    var metadata = MadeTake.metadata()
    metadata.end = .stopped
    var writer = try WAVWriter.create(
      path: directory.file(Self.name), format: Self.stereo, metadata: metadata)
    try writer.append(
      interleaved: MadeTake.samples(frames: 400, channels: 2), frames: 400)
    try writer.finish(metadata)
    let whole = try directory.read(Self.name)
    try #require(rename(directory.file(Self.name), directory.file(Self.short)) == 0)
    #expect(try recover().map(\.outcome) == [.recovered])
    #expect(try directory.read(Self.name) == whole)
  }

  @Test("A further part of the raw file gets its letter back")
  func part() throws {
    var metadata = MadeTake.metadata()
    metadata.content = .raw
    metadata.part = 2
    try leave(metadata)
    #expect(try recover().map(\.path) == [directory.file("20260801_120000_007_raw_c.wav")])
  }

  @Test("A name with no byte beside the take is put aside")
  func emptyShort() throws {
    _ = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    try directory.write([], to: Self.short)
    let results = try recover()
    #expect(results.map(\.outcome) == [.setAside, .recovered])
    #expect(directory.contains(Self.short + ".damaged"))
    #expect(!directory.contains(Self.short))
    #expect(directory.contains(Self.name))
  }

  @Test("So is the file in progress with no byte beside a take that kept its short name")
  func emptyInProgress() throws {
    try leave()
    try directory.write([], to: Self.inProgress)
    #expect(try recover().map(\.outcome) == [.recovered])
    #expect(directory.contains(Self.inProgress + ".damaged"))
    #expect(try TakeFile.read(path: directory.file(Self.name)).frames == 2000)
  }

  @Test("A file in progress that a program has just made keeps its name")
  func busyInProgress() throws {
    try leave()
    let made = try ExFATPlace.create(directory.file(Self.inProgress))
    #expect(try recover().map(\.path) == [directory.file("20260801_120000_007_recovered.wav")])
    let identity = FileIdentity(descriptor: made.descriptor)
    #expect(FileIdentity(path: directory.file(Self.inProgress)) == identity)
  }

  @Test("A take that has the name already is never replaced", arguments: [name, inProgress])
  func taken(other: String) throws {
    try leave()
    try directory.write([1, 2, 3], to: other)
    let results = try recover()
    #expect(results.contains { $0.path == directory.file("20260801_120000_007_recovered.wav") })
    #expect(
      try directory.read(other == Self.name ? other : Self.name + ".damaged") == [1, 2, 3])
  }

  @Test(
    "So is one whose bytes never reached the medium",
    arguments: [
      [UInt8](repeating: 0, count: 4096), [1, 2, 3], Array("RIFF\0\0\0\0WAVE".utf8),
      Array("fLaC from an old file".utf8),
    ])
  func headless(bytes: [UInt8]) throws {
    _ = try MadeTake.leftBehind(in: directory, format: Self.stereo)
    try directory.write(bytes, to: Self.short)
    #expect(try recover().map(\.outcome) == [.setAside, .recovered])
    #expect(try directory.read(Self.short + ".damaged") == bytes)
    #expect(!directory.contains(Self.short))
    #expect(try recover().isEmpty)
  }

  @Test(
    "A take with a prefix gets its name back, and what is left beside it is put aside",
    arguments: [
      ("oak", "OA3F2B~1.WAV", "OA3F2C~1.WAV"), ("oak", "OAK-20~1.WAV", "OAK-20~2.WAV"),
      ("a", "A-3F2B~1.WAV", "A-2026~1.WAV"), ("oakforest", "OAKFOR~1.WAV", "OA3F2C~1.WAV"),
    ])
  func prefixed(prefix: String, short: String, empty: String) throws {
    var metadata = MadeTake.metadata()
    metadata.take = prefix + "-" + metadata.take
    try leave(metadata)
    try #require(rename(directory.file(Self.short), directory.file(short)) == 0)
    try directory.write([], to: empty)
    // An empty file with the start of another name is not known to belong to a take.
    try directory.write([], to: "ZOOM00~1.WAV")
    let results = try recover()
    #expect(results.map(\.outcome) == [.setAside, .recovered])
    #expect(results.last?.path == directory.file("\(prefix)-\(Self.name)"))
    #expect(directory.contains(empty + ".damaged") && directory.contains("ZOOM00~1.WAV"))
  }

  @Test("What is no take of Pinna is left alone")
  func others() throws {
    try WAVWriter.create(path: directory.file("other.wav"), format: Self.stereo).finish()
    try #require(rename(directory.file("other.wav"), directory.file(Self.short)) == 0)
    for name in ["ZOOM00~1.WAV", "ZOOM00~2.WAV"] {
      try directory.write(name == "ZOOM00~1.WAV" ? [] : [1, 2, 3], to: name)
    }
    #expect(try recover().isEmpty)
    for name in [Self.short, "ZOOM00~1.WAV", "ZOOM00~2.WAV"] {
      #expect(directory.contains(name))
    }
  }

  @Test(
    "Short names are told from others",
    arguments: [
      ("202608~1.WAV", TakeFileKind.wav), ("197001~9.FLA", .flac), ("19A3F2~1.OPU", .opus),
      ("202608~12.m4a", .m4a), ("ZOOM00~1.WAV", .wav), ("202608~.WAV", nil), ("202608.WAV", nil),
      ("2026~1.WAV", nil), ("202608~1.TXT", nil), ("202608~1.recording.WAV", nil),
    ] as [(String, TakeFileKind?)])
  func names(name: String, kind: TakeFileKind?) {
    #expect(ShortTakeName(name)?.kind == kind)
  }
}
