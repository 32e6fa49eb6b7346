import Beamforming
import Boards
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Recorder

@Suite struct FilterStoreTests {
  private func board() throws -> Board {
    let positions = [Vector3(-0.03, 0, 0), Vector3(0.03, 0, 0), Vector3(0, 0.03, 0.004)]
    let microphones = positions.enumerated().map {
      Microphone(name: "M\($0.offset)", channel: $0.offset, position: $0.element)
    }
    let source = DataSource(
      name: "Back", orientation: .back, forward: DeviceFace.back.direction,
      patterns: [.stereo, .omni], microphones: [0, 1, 2])
    return Board(
      id: "three", name: "Three", source: "made for tests",
      capture: Capture(device: "none", channels: 3), microphones: microphones,
      dataSources: [source])
  }

  private func store(_ directory: String?, frontEmphasis: Double = 6) throws -> FilterStore {
    FilterStore(
      board: try board(), ears: .sphere, settings: DesignSettings(frontEmphasis: frontEmphasis),
      cacheDirectory: directory)
  }

  /// The file of filters in a cache that has one.
  private static func kept(in cache: String) -> String? {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(cache + "/*.fir", 0, nil, &found) == 0, found.gl_pathc == 1 else { return nil }
    return found.gl_pathv[0].map { String(cString: $0) }
  }

  private let landscape = Board.Case(dataSource: 0, orientation: .landscapeLeft)

  @Test("what was designed once is found again, the same bit for bit")
  func cached() throws {
    let folder = try TemporaryDirectory()
    let first = try store(folder.file("a/b"))
    try first.prepare()
    // Four orientations in stereo, and omni once.
    #expect(first.designedCount == 5)
    let second = try store(folder.file("a/b"))
    try second.prepare()
    #expect(second.designedCount == 0)
    let (made, kept) = (
      try first.design(landscape, pattern: .stereo), try second.design(landscape, pattern: .stereo)
    )
    #expect(made == kept)
  }

  @Test("other settings, other microphones or a damaged file are designed again")
  func notMixedUp() throws {
    let folder = try TemporaryDirectory()
    _ = try store(folder.path).design(landscape, pattern: .stereo)
    let other = try store(folder.path, frontEmphasis: 3)
    _ = try other.design(landscape, pattern: .stereo)
    #expect(other.designedCount == 1)
    _ = try other.design(landscape, pattern: .stereo, unusable: [2])
    #expect(other.designedCount == 2)

    for name in try folder.names where name.hasSuffix(".fir") { truncate(folder.file(name), 1000) }
    let again = try store(folder.path)
    _ = try again.design(landscape, pattern: .stereo)
    #expect(again.designedCount == 1)
  }

  @Test("filters with one wrong bit are designed again")
  func damaged() throws {
    let folder = try TemporaryDirectory()
    let made = try store(folder.path).design(landscape, pattern: .stereo)
    var damaged = 0
    for name in try folder.names where name.hasSuffix(".fir") {
      var bytes = try folder.read(name)
      // In the middle there are coefficients.
      bytes[bytes.count / 2] ^= 1
      try folder.write(bytes, to: name)
      damaged += 1
    }
    #expect(damaged == 1)
    let again = try store(folder.path)
    #expect(try again.design(landscape, pattern: .stereo) == made)
    #expect(again.designedCount == 1)
  }

  @Test(
    "an entry of the cache that is no file is replaced, without waiting",
    arguments: ["pipe", "link", "folder"])
  func strangeCache(kind: String) throws {
    let folder = try TemporaryDirectory()
    let cache = folder.file("cache")
    _ = try store(cache).design(landscape, pattern: .omni)
    let path = try #require(Self.kept(in: cache))
    #expect(unlink(path) == 0)
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "link": #expect(symlink("/dev/zero", path) == 0)
    default: #expect(mkdir(path, 0o700) == 0)
    }
    // So has a file under way that a killed program of the same number left.
    #expect(mkfifo("\(path).\(getpid())", 0o600) == 0)
    let second = try store(cache)
    _ = try second.design(landscape, pattern: .omni)
    #expect(second.designedCount == 1)
    guard kind != "folder" else { return }
    let third = try store(cache)
    _ = try third.design(landscape, pattern: .omni)
    #expect(third.designedCount == 0)
  }

  @Test("what many need at the same time is designed once")
  func together() async throws {
    let folder = try TemporaryDirectory()
    let stores = try (0..<4).map { _ in try store(folder.path) }
    await withTaskGroup(of: Void.self) { group in
      for store in stores { group.addTask { try? store.prepare() } }
    }
    #expect(stores.map(\.designedCount).reduce(0, +) == 5)
    #expect(try folder.names.allSatisfy { $0.hasSuffix(".fir") })
  }

  @Test("threads of one process wait for each other, but not long for a process that hangs")
  func patience() throws {
    let folder = try TemporaryDirectory()
    let files = KeptFiles(directory: folder.path, magic: "test\n", ending: ".test", largest: 100)
    let began = Mutex(0)
    let made = Mutex(0)
    let threads = try (0..<4).map { _ in
      try Thread(name: "waiter") {
        began.withLock { $0 += 1 }
        alone(files, "text", patience: 0) {
          guard files.contents(for: "text") == nil else { return }
          made.withLock { $0 += 1 }
          while began.withLock({ $0 }) < 4 { letOthersRun() }
          for _ in 0..<50 { letOthersRun() }
          files.keep(KeptContents([1]), for: "text")
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(made.withLock { $0 } == 1)
    let lock = open(files.lock(for: "other"), O_RDWR | O_CREAT, 0o644)
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(alone(files, "other", patience: 0.01) { 1 } == 1)
    close(lock)
  }

  @Test("a design that another program is making is waited for")
  func elsewhere() async throws {
    let folder = try TemporaryDirectory()
    _ = try store(folder.path).design(landscape, pattern: .omni)
    let path = try #require(Self.kept(in: folder.path))
    rename(path, path + ".made")
    let lock = open(path + ".lock", O_RDWR | O_CREAT, 0o644)
    #expect(flock(lock, LOCK_EX) == 0)
    let (second, landscape) = (try store(folder.path), landscape)
    async let design = second.design(landscape, pattern: .omni)
    for _ in 0..<100 { letOthersRun() }
    rename(path + ".made", path)
    close(lock)
    _ = try await design
    #expect(second.designedCount == 0)
  }

  @Test("a cache that cannot be written costs nothing but time")
  func noCache() throws {
    let store = try store("/proc/no/such/folder")
    _ = try store.design(landscape, pattern: .stereo)
    #expect(store.designedCount == 1)
  }

  @Test("mono patterns are designed once for all ways to hold the board")
  func mono() throws {
    let store = try store(nil)
    for orientation in InputOrientation.allCases {
      let which = Board.Case(dataSource: 0, orientation: orientation)
      let design = try store.design(which, pattern: .omni)
      #expect(design.which == which)
    }
    #expect(store.designedCount == 1)
  }

  @Test("one microphone that is left is an honest mono, and says so")
  func fallback() throws {
    let design = try store(nil).design(landscape, pattern: .stereo, unusable: [0, 1])
    #expect(design.pattern == .omni)
    #expect(design.preferredPattern == .stereo)
    #expect(design.filters.outputs == 1)
    #expect(design.notes.contains { if case .monoFallback = $0 { true } else { false } })
  }
}
