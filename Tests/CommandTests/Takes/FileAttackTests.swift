import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// A folder with an earlier take and one whose file is damaged, and what every command must do there.
final class AttackBench {
  private let fixture: TakeFileFixture
  private let folder: TemporaryDirectory
  /// The file that is damaged.
  private let name: String
  private let whole: [UInt8]
  private let samples: [Int32]
  private let other: [UInt8]
  private let stranger: [UInt8]
  /// Files that nothing may change.
  private var others: [String: [UInt8]] = [:]
  /// The number of files that were damaged.
  private(set) var attacked = 0
  private var context = ""

  init(_ fixture: TakeFileFixture) throws {
    self.fixture = fixture
    let folder = try TemporaryDirectory()
    self.folder = folder
    name = fixture.fileName(7)
    for place in ["takes", "progress", "spare"] {
      try #require(mkdir(folder.file(place), 0o755) == 0)
    }
    let companion: TakeFileFixture = fixture == .raw ? .wav : .raw
    whole = try Self.make(fixture, 7, in: folder, "takes")
    other = try Self.make(fixture, 8, in: folder, "spare")
    stranger = try Self.make(fixture == .flac ? .wav : .flac, 7, in: folder, "spare")
    for (each, number) in [(companion, 7), (fixture, 1), (companion, 1)] {
      others[each.fileName(number)] = try Self.make(each, number, in: folder, "takes")
    }
    samples = try #require(
      try TakeFileFixture.samples(folder.file("takes/" + fixture.fileName(7))))
  }

  /// Makes a file of a take that has a raw file, and gives back its bytes.
  private static func make(
    _ fixture: TakeFileFixture, _ number: Int, in folder: TemporaryDirectory, _ place: String
  ) throws -> [UInt8] {
    try fixture.make(in: folder.file(place), number: number, frames: TakeFileFixture.rate) {
      $0.contents = [.rendered, .raw]
    }
    return try folder.read("\(place)/\(fixture.fileName(number))")
  }

  private var path: String { folder.file("takes/" + name) }

  /// Damages the file and gives it to every command.
  func attack(_ damage: FileDamage, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let damaged = damage.apply(to: whole, other: other, stranger: stranger, &random)
    context = "\(fixture) \(damage) \(seed)"
    attacked += 1
    try folder.write(damaged, to: "takes/" + name)

    run("list", folder.file("takes"))
    run("show", path)
    run("export", path, "--format", "wav", "--out", folder.file("spare/export.wav"))
    try judge(path)
    let copy = run("copy", folder.file("copied"), "--from", folder.file("takes"))
    #expect(copy.output.contains("copied"), "\(context)")
    run("recover", path)
    #expect(try folder.read("takes/" + name) == damaged, "\(context): the file was changed")
    try checkOthers("takes")
    try checkOthers("copied")
    let recovered = "\(TakeName.stem(of: path))_recovered.\(fixture.kind.ending)"
    if folder.contains("takes/" + recovered) { try judge(folder.file("takes/" + recovered)) }

    run("recover", "--in-place", path)
    try judge(path)
    try checkOthers("takes")
    try recoverInProgress(damaged)
    try tidy()
  }

  /// The same bytes as a take that was never finished.
  private func recoverInProgress(_ damaged: [UInt8]) throws {
    let unfinished = TakeName.inProgressPath(for: "progress/" + name)
    try folder.write(damaged, to: unfinished)
    run("recover", folder.file("progress"))
    #expect(!folder.contains(unfinished), "\(context): it is still in progress")
    if folder.contains("progress/" + name) { try judge(folder.file("progress/" + name)) }
    run("verify", folder.file("progress"))
  }

  /// A file that is called sound has all of its sound; one that has not is not sound, or says that it was cut off.
  private func judge(_ path: String) throws {
    let verify = run("verify", path)
    let own = verify.output.split(separator: "\n").first ?? ""
    let show = run("show", path)
    let isComplete = try TakeFileFixture.samples(path) == samples
    if verify.code == .success && !isComplete {
      let isTold =
        own.contains(": cut off, and intact up to there (")
        || own.contains(": intact, with silence in place of damaged parts (")
      #expect(isTold, "\(context): \(verify.output)")
      #expect(show.output.contains("recovered: "), "\(context): \(show.output)")
    }
    // What only has something behind it is not called cut.
    if show.output.contains("recovered: ") {
      #expect(!verify.output.contains(": intact ("), "\(context): \(verify.output)")
    }
  }

  @discardableResult
  private func run(_ words: String...) -> CommandRun {
    let run = CommandRun.pinna(["takes"] + words)
    #expect(run.code != .software, "\(context) \(words): \(run.diagnostics)")
    if run.code != .success {
      let text = run.output + run.diagnostics
      let isNamed = text.contains(TakeName.stem(of: name)) || text.contains(folder.path)
      #expect(isNamed && text.contains("; "), "\(context) \(words): \(text)")
    }
    return run
  }

  private func checkOthers(_ place: String) throws {
    for (name, bytes) in others {
      #expect(try folder.read("\(place)/\(name)") == bytes, "\(context): \(place)/\(name) changed")
    }
  }

  /// Removes what commands made.
  private func tidy() throws {
    let kept = Set(others.keys)
    for place in ["takes", "progress", "copied", "spare"] {
      for name in try FolderListing.names(in: folder.file(place)) where !kept.contains(name) {
        unlink(folder.file("\(place)/\(name)"))
      }
    }
  }
}

/// The names in a folder.
enum FolderListing {
  static func names(in path: String) throws -> [String] {
    let stream = try #require(opendir(path))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}

/// Damaged files of six kinds through every command for takes.
///
/// Whatever is in a file: nothing crashes or hangs, no other file is changed, no loss of sound is hidden, and every
/// refusal names the file and what to do. `deploy/test --long` damages twenty times as many.
struct FileAttackTests {
  private static let rounds = TestForm.isLong ? 40 : 2

  @Test("damaged files harm no others, and no cut is hidden", arguments: TakeFileFixture.available)
  func attack(_ fixture: TakeFileFixture) throws {
    let bench = try AttackBench(fixture)
    for round in 0..<Self.rounds {
      for (index, damage) in FileDamage.allCases.enumerated() {
        try bench.attack(damage, seed: UInt64(1000 * round + index))
      }
    }
    #expect(bench.attacked == Self.rounds * FileDamage.allCases.count)
  }
}
