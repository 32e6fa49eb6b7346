import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// The places of files in a directory of exFAT; `deploy/test-power-cut` shows that whole files outlive power cuts.
@Suite("Places in a directory of exFAT")
struct ExFATPlaceTests {
  private static let name = "19700101_000002_002_c.recording.flac"

  /// A directory as the kernel fills and lists it: each new file has the first place that is free.
  private final class Directory {
    /// The file that begins in an entry, or that the entry belongs to.
    private var entries: [(name: String, isFirst: Bool)?]
    private var cursor = 0

    /// A directory in which the first entries belong to others; three are the file system's own in a root.
    init(used: Int = 3) { entries = Array(repeating: (name: "", isFirst: false), count: used) }

    func create(_ name: String) {
      let count = ExFATPlace.entries(of: name)
      var place = 0
      while entries.dropFirst(place).prefix(count).contains(where: { $0 != nil }) { place += 1 }
      while entries.count < place + count { entries.append(nil) }
      for index in 0..<count { entries[place + index] = (name, index == 0) }
    }

    func remove(_ name: String) {
      for index in entries.indices where entries[index]?.name == name { entries[index] = nil }
    }

    func rename(_ name: String, to other: String) {
      for index in entries.indices where entries[index]?.name == name {
        entries[index]?.name = other
      }
    }

    func next(_ place: Int?) -> ExFATPlace.Listed? {
      cursor = place.map { $0 / ExFATPlace.entryBytes } ?? cursor
      while cursor < entries.count, entries[cursor]?.isFirst != true { cursor += 1 }
      guard cursor < entries.count, let name = entries[cursor]?.name else { return nil }
      cursor += ExFATPlace.entries(of: name)
      let isLast = !entries.dropFirst(cursor).contains { $0?.isFirst == true }
      let end = isLast ? entries.count : cursor
      return ExFATPlace.Listed(name: name, end: end * ExFATPlace.entryBytes)
    }

    /// The sectors that a file has entries in.
    func sectors(of name: String) -> Set<Int> {
      let perSector = ExFATPlace.sectorBytes / ExFATPlace.entryBytes
      return Set(entries.indices.filter { entries[$0]?.name == name }.map { $0 / perSector })
    }

    func isDivided(_ name: String) -> Bool { ExFATPlace.isDivided(name) { self.next($0) } }
  }

  @Test("The file that a cut took away had its first two entries at the end of a sector")
  func found() {
    let directory = Directory(used: 30)
    directory.create(Self.name)
    #expect(directory.sectors(of: Self.name) == [1, 2])
    #expect(directory.isDivided(Self.name))
  }

  @Test("A place is judged by its sectors, wherever files were made and removed")
  func judged() {
    var random = SeededGenerator(seed: 16)
    let directory = Directory()
    var names: [String] = []
    var divided = 0
    for number in 0..<2000 {
      if names.count > 40 || names.count > 3 && Int.random(in: 0..<3, using: &random) == 0 {
        directory.remove(names.remove(at: Int.random(in: 0..<names.count, using: &random)))
      }
      let padding = String(repeating: "x", count: Int.random(in: 0..<60, using: &random))
      names.append("\(number)\(padding).wav")
      directory.create(names[names.count - 1])
      for name in names.suffix(2) {
        let sectors = directory.sectors(of: name).count
        #expect(directory.isDivided(name) == (sectors > 1))
        divided += sectors > 1 ? 1 : 0
      }
    }
    #expect(divided > 200)
    #expect(!directory.isDivided("none"))
  }

  @Test("A filler has as many entries as the file, so that it keeps the place")
  func filler() {
    for name in [Self.name, "a.recording.wav", ".pinna-copy-20260801_120000_1234_raw_b.flac.part"] {
      let fillers = (0..<8).map {
        ExFATPlace.filler(for: "/takes/" + name, number: $0).split(separator: "/").map(String.init)
      }
      #expect(Set(fillers).count == 8)
      for filler in fillers {
        #expect(filler.count == 2 && filler[0] == "takes")
        #expect(ExFATPlace.entries(of: filler[1]) == ExFATPlace.entries(of: name))
        #expect(TakeName(fileName: filler[1]) == nil && !TakeName.isInProgress(filler[1]))
      }
    }
  }

  @Test("A take gets a good place, and what kept the bad ones is gone", arguments: 0..<16)
  func second(used: Int) throws {
    // The files are made in a folder, and their positions are those that exFAT would give them.
    let folder = try TemporaryDirectory()
    let directory = Directory(used: used)
    var listed: Set<String> = []
    let file = try ExFATPlace.create(folder.file(Self.name)) { _ in
      let names = Set((try? TakeDirectory(path: folder.path).entryNames()) ?? [])
      for name in names.subtracting(listed) where name.hasPrefix(".pinna-place") {
        directory.rename(Self.name, to: name)
      }
      listed = names
      directory.create(Self.name)
      return directory.isDivided(Self.name)
    }
    #expect(!directory.isDivided(Self.name))
    #expect(listed.contains { $0.hasPrefix(".pinna-place") } == (used > 11))
    #expect(try names(in: folder) == [Self.name])
    #expect(file.regularSize == 0)
  }

  @Test("A take where no place is good gets the last one that was tried")
  func never() throws {
    let folder = try TemporaryDirectory()
    var tries = 0
    let file = try ExFATPlace.create(folder.file(Self.name)) { _ in
      tries += 1
      return true
    }
    let other = try OpenFile.read(folder.file(Self.name))
    let isLocked = other.isBeingWritten
    #expect(tries == 8 && isLocked)
    #expect(try names(in: folder) == [Self.name])
    #expect(file.regularSize == 0)
  }

  @Test("A file that recovery by another program seizes before it has its lock is made again")
  func seized() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file(Self.name)
    var outcomes: [RecoveredTake.Outcome] = []
    let file = try ExFATPlace.create(path, isDivided: { _ in false }) { descriptor in
      if outcomes.isEmpty { outcomes.append(TakeRecovery.recover(path: path).outcome) }
      return OpenFile.lock(descriptor)
    }
    #expect(outcomes == [.setAside])
    let identity = FileIdentity(descriptor: file.descriptor)
    #expect(FileIdentity(path: path) == identity)
    #expect(TakeRecovery.recover(path: path).outcome == .busy)
    #expect(file.regularSize == 0)
    // While the other program only holds the lock, the name is taken.
    #expect(throws: TakeFileError.system(operation: .create, path: path + "2", code: EEXIST)) {
      _ = try ExFATPlace.create(path + "2", isDivided: { _ in false }) { _ in false }
    }
  }

  private func names(in folder: TemporaryDirectory) throws -> [String] {
    try TakeDirectory(path: folder.path).entryNames().filter { $0 != "." && $0 != ".." }
  }

  @Test("A file that is made has its name and the lock of who writes it, and leaves no other")
  func created() throws {
    let folder = try TemporaryDirectory()
    let file = try ExFATPlace.create(folder.file(Self.name))
    let other = try OpenFile.read(folder.file(Self.name))
    let (isLocked, bytes) = (other.isBeingWritten, file.regularSize)
    #expect(isLocked && bytes == 0)
    #expect(try TakeDirectory(path: folder.path).entryNames().count == 3)
  }
}
