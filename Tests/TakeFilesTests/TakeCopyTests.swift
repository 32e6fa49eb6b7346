import Glibc
import TestSupport
import Testing

@testable import TakeFiles

@Suite("Copying takes to another medium")
struct TakeCopyTests {
  private let source: TemporaryDirectory
  private let medium: TemporaryDirectory

  init() throws {
    source = try TemporaryDirectory()
    medium = try TemporaryDirectory()
  }

  /// Bytes that differ from those of another seed in every piece.
  private static func bytes(_ count: Int, seed: UInt8) -> [UInt8] {
    var state = UInt32(seed) &* 2_654_435_761 &+ 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  private func copy() throws -> CopyReport {
    let copy = try TakeCopy(from: source.path, to: medium.path)
    return copy.run(try copy.plan())
  }

  private func outcomes(_ report: CopyReport) -> [String] {
    report.files.map { "\(TakeName.fileName(of: $0.item.destination)) \($0.outcome)" }
  }

  @Test("a take that cannot be compared keeps no other from its copy, and is told")
  func uncompared() throws {
    let name = "20260801_120000_001.wav"
    try source.write([1, 2, 3], to: name)
    try source.write([4], to: "20260801_120000_002.wav")
    // A link that leads round in circles fails for everybody, root too.
    let loop = source.file("20260801_120000_001_raw.wav")
    try #require(symlink(loop, loop) == 0)
    let report = try copy()
    #expect(outcomes(report) == ["20260801_120000_002.wav copied"])
    #expect(report.plan.failures == [.system(operation: .open, path: loop, code: ELOOP)])
    #expect(report.failures == report.plan.failures)
    #expect(!report.isComplete)
  }

  @Test("a file that is renamed before its turn is copied under its new name")
  func renamed() throws {
    for number in 1...2 { try source.write([1], to: "20260801_120000_00\(number).wav") }
    let copy = try TakeCopy(from: source.path, to: medium.path)
    let plan = try copy.plan()
    let old = source.file("20260801_120000_002.wav")
    try #require(rename(old, source.file("20260801_120000_002-owls.wav")) == 0)
    let report = copy.run(plan)
    #expect(
      outcomes(report) == ["20260801_120000_001.wav copied", "20260801_120000_002-owls.wav copied"])
    #expect(report.isComplete)
  }

  @Test("a folder that is swapped while it is copied changes nothing: it was opened once")
  func swapped() throws {
    for name in ["takes", "secret"] { try #require(mkdir(source.file(name), 0o755) == 0) }
    try source.write([1], to: "takes/a.wav")
    try source.write([9], to: "secret/a.wav")
    let copy = try TakeCopy(from: source.file("takes"), to: medium.path)
    let plan = try copy.plan()
    try #require(rename(source.file("takes"), source.file("moved")) == 0)
    try #require(symlink("secret", source.file("takes")) == 0)
    #expect(outcomes(copy.run(plan)) == ["a.wav copied"])
    #expect(try medium.read("a.wav") == [1])
  }

  @Test("what is left of a file without a head is left out, and told")
  func damaged() throws {
    try source.write([1], to: "20260801_120000_001.wav")
    try source.write([0], to: "20260801_120000_002.wav.damaged")
    let report = try copy()
    #expect(outcomes(report) == ["20260801_120000_001.wav copied"])
    #expect(report.plan.damaged == [source.file("20260801_120000_002.wav.damaged")])
  }

  @Test("all files of all finished takes, the oldest first, byte for byte; nothing else")
  func all() throws {
    // Longer than some pieces and no multiple of one; shorter than the ends that are compared; empty.
    let contents = [
      "20260801_120000_002.wav": Self.bytes(5 * FileCopy.pieceBytes + 77, seed: 1),
      "20260801_120000_002_raw.wav": Self.bytes(FileCopy.pieceBytes, seed: 2),
      "20200101_000000_010_a.flac": Self.bytes(1000, seed: 3),
      "20200101_000000_010_b.flac": [],
      "interview.opus": Self.bytes(70_000, seed: 4),
    ]
    for (name, bytes) in contents { try source.write(bytes, to: name) }
    try source.write([1], to: "notes.txt")
    try source.write([1], to: "._20260801_120000_002.wav")
    let report = try copy()
    #expect(
      outcomes(report) == [
        "20260801_120000_002.wav copied", "20260801_120000_002_raw.wav copied",
        "20200101_000000_010_a.flac copied", "20200101_000000_010_b.flac copied",
        "interview.opus copied",
      ])
    #expect(report.isComplete)
    for (name, bytes) in contents { #expect(try medium.read(name) == bytes) }
    #expect(try TakeDirectory(path: medium.path).entryNames().count == contents.count + 2)
    for (name, bytes) in contents { #expect(try source.read(name) == bytes) }
  }

  @Test("what is there is left as it is, and only what is missing is copied")
  func again() throws {
    try source.write(Self.bytes(200_000, seed: 1), to: "20260801_120000_001.wav")
    _ = try copy()
    let before = try #require(FileIdentity(path: medium.file("20260801_120000_001.wav")))
    try source.write(Self.bytes(1000, seed: 2), to: "20260801_120000_002.wav")
    #expect(
      outcomes(try copy()) == ["20260801_120000_001.wav there", "20260801_120000_002.wav copied"])
    #expect(FileIdentity(path: medium.file("20260801_120000_001.wav")) == before)
  }

  @Test("a take whose name another one has gets a higher number, for all its files, every time")
  func collision() throws {
    // The same size, and a difference in the last byte alone; the raw file has no rival.
    var other = Self.bytes(300_000, seed: 1)
    try source.write(other, to: "19700101_000000_001.wav")
    try source.write([1, 2, 3], to: "19700101_000000_001_raw.wav")
    other[other.count - 1] ^= 1
    try medium.write(other, to: "19700101_000000_001.wav")
    for outcome in ["copied", "there"] {
      #expect(
        outcomes(try copy()) == [
          "19700101_000000_1001.wav \(outcome)", "19700101_000000_1001_raw.wav \(outcome)",
        ])
    }
    #expect(try medium.read("19700101_000000_001.wav") == other)
    #expect(!medium.contains("19700101_000000_001_raw.wav"))
    // A third recorder.
    try source.write([9], to: "19700101_000000_001.wav")
    #expect(
      outcomes(try copy()) == [
        "19700101_000000_2001.wav copied", "19700101_000000_2001_raw.wav copied",
      ])
    let numbers = try TakeDirectory(path: medium.path).fileNames().map {
      TakeName(fileName: $0)?.number
    }
    #expect(numbers == [1, 1001, 1001, 2001, 2001])
  }

  @Test("a free name is none of another take of the same copy")
  func collisionInPlan() throws {
    try source.write([1], to: "19700101_000000_001.wav")
    try source.write([2], to: "19700101_000000_1001.wav")
    try medium.write([3], to: "19700101_000000_001.wav")
    for outcome in ["copied", "there"] {
      // Take 1 is looked at first and moves out of the way of what is on the medium; 1001 finds its name taken then.
      #expect(
        outcomes(try copy()) == [
          "19700101_000000_1001.wav \(outcome)", "19700101_000000_2001.wav \(outcome)",
        ])
    }
  }

  @Test("a file that is not named as takes are gets a number behind its name")
  func foreignCollision() throws {
    try source.write([1], to: "interview.wav")
    try medium.write([2], to: "interview.wav")
    #expect(outcomes(try copy()) == ["interview-2.wav copied"])
    #expect(outcomes(try copy()) == ["interview-2.wav there"])
  }

  @Test("a folder in the place of a copy is no copy")
  func folder() throws {
    try source.write([1], to: "20260801_120000_001.wav")
    try #require(mkdir(medium.file("20260801_120000_001.wav"), 0o755) == 0)
    #expect(outcomes(try copy()) == ["20260801_120000_1001.wav copied"])
  }

  @Test("takes that are not finished are left out with all their files")
  func unfinished() throws {
    try source.write([1], to: "20260801_120000_001.wav")
    try source.write([2], to: "20260801_120000_002_a.wav")
    try source.write([3], to: "20260801_120000_002_b.recording.wav")
    let report = try copy()
    #expect(outcomes(report) == ["20260801_120000_001.wav copied"])
    #expect(
      report.plan.unfinished.map { TakeName.fileName(of: $0) } == [
        "20260801_120000_002_a.wav", "20260801_120000_002_b.recording.wav",
      ])
    #expect(report.isComplete)
  }

  @Test("what an interrupted copy left is removed; what another program writes is not")
  func leftovers() throws {
    try source.write([1], to: "20260801_120000_001.wav")
    let own = ".pinna-copy-20260801_120000_001.wav.part"
    let busy = ".pinna-copy-20260801_120000_002.wav.part"
    for name in [own, busy, ".pinna-copy.conf", ".hidden.part"] {
      try medium.write([7], to: name)
    }
    let descriptor = open(medium.file(busy), O_RDWR)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    defer { close(descriptor) }
    #expect(outcomes(try copy()) == ["20260801_120000_001.wav copied"])
    #expect(!medium.contains(own))
    for name in [busy, ".pinna-copy.conf", ".hidden.part"] { #expect(medium.contains(name)) }
  }

  @Test("progress goes from the first file to the last and never back")
  func progress() throws {
    for number in 1...3 {
      try source.write(
        Self.bytes(number * 900_000, seed: UInt8(number)), to: "20260801_120000_00\(number).wav")
    }
    let copy = try TakeCopy(from: source.path, to: medium.path + "/")
    var told: [TakeCopy.Progress] = []
    _ = copy.run(try copy.plan()) { told.append($0) }
    #expect(told.first == TakeCopy.Progress(file: 1, files: 3, part: 0))
    #expect(told.last == TakeCopy.Progress(file: 3, files: 3, part: 1))
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.part <= $1.part && $0.file <= $1.file })
  }

  @Test("a medium that gives back other bytes is found, and the file is not kept")
  func notKept() throws {
    try source.write(Self.bytes(3 * FileCopy.pieceBytes, seed: 1), to: "a.wav")
    let target = medium.file("a.wav")
    let folder = try OpenFolder(path: source.path)
    let plan = try CopyPlan(from: folder, to: TakeDirectory(path: medium.path))
    let copy = FileCopy(folder: folder, item: plan.items[0])
    // Between writing and reading back, at the end of the third write, another program changes a byte of the second
    // piece.
    var written = 0
    #expect(throws: TakeFileError.notKept(path: target, offset: FileCopy.pieceBytes)) {
      try copy.run { bytes in
        written += bytes
        guard written == 3 * FileCopy.pieceBytes else { return }
        let descriptor = open(CopyLeftovers.path(for: target), O_WRONLY)
        var byte = Self.bytes(FileCopy.pieceBytes + 6, seed: 1)[FileCopy.pieceBytes + 5] ^ 1
        pwrite(descriptor, &byte, 1, off_t(FileCopy.pieceBytes + 5))
        close(descriptor)
      }
    }
    #expect(try TakeDirectory(path: medium.path).entryNames().count == 2)
  }

  @Test("a take that is edited while it is read is no copy; the next copy has the edit")
  func edited() throws {
    var bytes = Self.bytes(3 * FileCopy.pieceBytes, seed: 1)
    try source.write(bytes, to: "a.wav")
    // The clock of a file system is coarse, so the file must be older than the edit.
    let old = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, source.file("a.wav"), [old, old], 0) == 0)
    bytes[0] ^= 1
    let copy = try TakeCopy(from: source.path, to: medium.path)
    var isEdited = false
    let report = copy.run(try copy.plan()) { state in
      guard state.part > 0, !isEdited else { return }
      isEdited = true
      let descriptor = open(source.file("a.wav"), O_WRONLY)
      pwrite(descriptor, bytes, 1, 0)
      close(descriptor)
    }
    #expect(
      report.failures.first
        == .system(operation: .read, path: source.file("a.wav"), code: EWOULDBLOCK))
    #expect(!medium.contains("a.wav"))
    #expect(outcomes(try self.copy()) == ["a.wav copied"])
    #expect(try medium.read("a.wav") == bytes)
  }

  @Test("each file is listed once its copy was read back, in the state that the copy has")
  func listed() throws {
    for number in 1...2 {
      var metadata = MadeTake.metadata()
      var writer = try WAVWriter.create(
        path: source.file("20260801_120000_00\(number).wav"),
        format: AudioFormat(rate: 8000, channels: 2, samples: .s24), metadata: metadata)
      try writer.append(interleaved: MadeTake.samples(frames: 2000, channels: 2), frames: 2000)
      metadata.end = .stopped
      try writer.finish(metadata)
    }
    let takes = TakeDirectory(path: source.path)
    let path = source.file("list")
    var ledger = try CopyLedger(path: path)
    var listed: [[Int?]] = []
    let copy = try TakeCopy(from: source.path, to: medium.path)
    _ = copy.run(try copy.plan()) { _ in
    } kept: { item in
      do {
        // The first take is edited before it is noted.
        if listed.isEmpty { try takes.takes()[0].edit([.note("owl")]) }
        try ledger.add(item)
        let written = try CopyLedger(path: path)
        #expect(try written.holds(item))
        listed.append(try takes.takes().filter(written.holds).map(\.number))
      } catch {
        Issue.record(error)
      }
    }
    #expect(listed == [[], [2]])
  }

  @Test("a take that cannot be read keeps no other one from being copied")
  func unreadable() throws {
    try #require(mkdir(source.file("20260801_120000_001.wav"), 0o755) == 0)
    try source.write([2], to: "20260801_120000_002.wav")
    let report = try copy()
    #expect(!report.isComplete && !report.isStopped)
    #expect(report.files(.copied).map(\.source) == [source.file("20260801_120000_002.wav")])
    guard case .system(.open, let path, _) = try #require(report.failures.first) else {
      Issue.record("failed with \(report.failures)")
      return
    }
    #expect(path == source.file("20260801_120000_001.wav"))
  }

  @Test("a medium that is gone ends the copy")
  func gone() throws {
    try source.write([1], to: "20260801_120000_001.wav")
    try source.write([2], to: "20260801_120000_002.wav")
    let copy = try TakeCopy(from: source.path, to: medium.path)
    let plan = try copy.plan()
    try #require(rmdir(medium.path) == 0)
    defer { mkdir(medium.path, 0o755) }
    let report = copy.run(plan)
    #expect(report.isStopped)
    #expect(report.files(.notTried).count == 1)
    #expect(report.failures.count == 1)
  }
}
