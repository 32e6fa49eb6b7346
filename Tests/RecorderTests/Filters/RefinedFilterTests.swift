import Beamforming
import Boards
import Glibc
import Recorder
import Synchronization
import TestSupport
import Testing

/// A board of two microphones whose filters are refined in no time: 64 taps, a spherical head.
///
/// At 100 mm refined filters are better than the closed form and therefore others.
enum RefinedBoard {
  static let board = Board(
    id: "two", name: "Two", source: "made for tests",
    capture: Capture(device: "none", channels: 2),
    microphones: [
      Microphone(name: "A", channel: 0, position: Vector3(-0.05, 0.01, 0.002)),
      Microphone(name: "B", channel: 1, position: Vector3(0.05, 0, -0.002)),
    ],
    dataSources: [
      DataSource(
        name: "Back", orientation: .back, forward: DeviceFace.back.direction,
        patterns: [.stereo, .omni], microphones: [0, 1])
    ])

  static let portrait = Board.Case(dataSource: 0, orientation: .portrait)
  static let landscape = Board.Case(dataSource: 0, orientation: .landscapeLeft)

  static func store(_ directory: String? = nil, refines: Bool = true) -> FilterStore {
    FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(taps: 64), refines: refines,
      cacheDirectory: directory)
  }
}

/// Closed form first, refined filters when they are there.
@Suite struct RefinedFilterTests {
  private let portrait = RefinedBoard.portrait
  private let landscape = RefinedBoard.landscape

  @Test("what is ready is the closed form until it is refined; the final design is refined")
  func ready() throws {
    let store = RefinedBoard.store()
    let early = try store.ready(portrait, pattern: .stereo)
    #expect(!early.isRefined)
    #expect(store.refinedCount == 0)
    #expect(store.prepared(portrait, pattern: .stereo) == early)
    var parts: [Double] = []
    let final = try store.design(portrait, pattern: .stereo) { parts.append($1) }
    #expect(final.isRefined)
    #expect(final.filters.coefficients != early.filters.coefficients)
    #expect(!parts.isEmpty && parts.allSatisfy { (0...1).contains($0) } && parts == parts.sorted())
    #expect(store.prepared(portrait, pattern: .stereo) == final)
    #expect(try store.ready(portrait, pattern: .stereo) == final)
    #expect(try store.closedForm(portrait, pattern: .stereo) == early)
    #expect((store.designedCount, store.refinedCount) == (1, 1))
  }

  @Test("both forms are kept apart on disk, and the refined one is ready at the next start")
  func cached() throws {
    let folder = try TemporaryDirectory()
    let made = try RefinedBoard.store(folder.path).design(portrait, pattern: .stereo)
    let second = RefinedBoard.store(folder.path)
    #expect(try second.ready(portrait, pattern: .stereo) == made)
    #expect(try !second.closedForm(portrait, pattern: .stereo).isRefined)
    let plain = RefinedBoard.store(folder.path, refines: false)
    #expect(try !plain.design(portrait, pattern: .stereo).isRefined)
    #expect(try !plain.ready(portrait, pattern: .stereo).isRefined)
    for store in [second, plain] {
      #expect((store.designedCount, store.refinedCount) == (0, 0))
    }
  }

  @Test("mono patterns, and stereo that one microphone cannot make, are final at once")
  func mono() throws {
    let store = RefinedBoard.store()
    #expect(try store.design(portrait, pattern: .omni).filters.outputs == 1)
    #expect(try store.design(portrait, pattern: .stereo, unusable: [0]).pattern == .omni)
    try store.prepare(unusable: [0])
    try store.refine(unusable: [0]) { _, _, _ in
      Issue.record("there is nothing to refine")
      return false
    }
    #expect(store.refinedCount == 0)
  }

  @Test("designs are refined in the order that was asked for, and progress never goes back")
  func order() throws {
    let store = RefinedBoard.store()
    var known: [(Int, Bool, Bool)] = []
    var shares: [Double] = []
    let isDone = try store.refine([landscape, portrait]) { done, all, part in
      shares.append((Double(done) + part) / Double(all))
      let refined = [landscape, portrait].map {
        store.prepared($0, pattern: .stereo)?.isRefined == true
      }
      if known.last?.0 != done { known.append((done, refined[0], refined[1])) }
      return true
    }
    #expect(isDone)
    #expect(shares == shares.sorted() && shares.last == 1)
    #expect(known.map(\.0) == [0, 1, 2])
    #expect(known.map(\.1) == [false, true, true])
    #expect(known.map(\.2) == [false, false, true])
  }

  @Test("a refinement that is cancelled leaves the closed form, in memory and on disk")
  func cancelled() throws {
    let folder = try TemporaryDirectory()
    let store = RefinedBoard.store(folder.path)
    try store.prepare()
    let files = try folder.names.sorted()
    #expect(files.count == 5)
    var calls = 0
    let isDone = try store.refine { _, _, _ in
      calls += 1
      return calls < 3
    }
    #expect(!isDone && calls == 3)
    #expect(store.refinedCount == 0)
    #expect(store.prepared(portrait, pattern: .stereo)?.isRefined == false)
    #expect(try folder.names.sorted() == files)
  }

  @Test("a design is found while another one is being refined, and a closed form is made")
  func noWaiting() throws {
    let store = RefinedBoard.store()
    var wasFound = false
    try store.refine([portrait]) { _, _, _ in
      // On the thread that refines: a lock that it held would stop everything here.
      wasFound = store.prepared(portrait, pattern: .stereo) != nil
      do {
        _ = try store.ready(landscape, pattern: .stereo)
      } catch {
        Issue.record(error)
      }
      return true
    }
    #expect(wasFound)
    #expect(store.prepared(landscape, pattern: .stereo)?.isRefined == false)
  }

  @Test("a cache that cannot be written is told, with the reason")
  func noCache() throws {
    let store = RefinedBoard.store("/proc/no/such/folder")
    #expect(store.cacheProblem == nil)
    #expect(try store.design(portrait, pattern: .stereo).isRefined)
    #expect(
      store.cacheProblem
        == FilterCacheProblem(directory: "/proc/no/such/folder", errno: ENOENT))
  }

  @Test("without its tools a store still finds its designs, and makes others with new tools")
  func putAway() throws {
    let store = RefinedBoard.store()
    let design = try store.design(portrait, pattern: .stereo)
    store.putToolsAway()
    #expect(store.prepared(portrait, pattern: .stereo) == design)
    let again = RefinedBoard.store()
    #expect(
      try store.design(landscape, pattern: .stereo)
        == again.design(landscape, pattern: .stereo))
  }

  @Test("a preparation makes all closed forms, then refines, the case in use first")
  func preparation() throws {
    let store = RefinedBoard.store()
    let preparation = try FilterPreparation(
      store, first: (landscape, .stereo), makesAll: true)
    var seen: [FilterPreparation.Progress] = []
    var wasReady = true
    while seen.last?.isFinished != true {
      let progress = preparation.progress
      if seen.last != progress { seen.append(progress) }
      if progress.isReady, !progress.isFinished, store.prepared(portrait, pattern: .omni) == nil {
        wasReady = false
      }
      letOthersRun()
    }
    #expect(wasReady)
    #expect(seen.last?.error == nil)
    #expect((store.designedCount, store.refinedCount) == (5, 4))
    // The case that was needed soonest is not refined twice.
    #expect(seen.last?.all == 4)
  }

  @Test("a preparation that is cancelled ends without the rest")
  func cancelledPreparation() throws {
    let store = RefinedBoard.store()
    let preparation = try FilterPreparation(
      store, first: (landscape, .stereo), makesAll: true)
    preparation.cancel()
    while !preparation.progress.isFinished { letOthersRun() }
    #expect(store.designedCount == 5)
    #expect(store.refinedCount < 4)
  }

  @Test("a thread that yields to others has the lowest priority, and the others keep theirs")
  func priority() throws {
    @Sendable func nice() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
    let seen = Mutex<Int32>(0)
    let before = nice()
    let thread = try Thread(name: "yields") {
      Thread.yieldToOthers()
      seen.withLock { $0 = nice() }
    }
    thread.join()
    #expect(seen.withLock { $0 } == 19)
    #expect(nice() == before && before < 19)
  }

  @Test("until the body is computed, filters of microphones in the air serve, and say so")
  func withoutBody() throws {
    var board = RefinedBoard.board
    board.body = Body(size: Vector3(0.08, 0.06, 0.01), model: .box)
    let store = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(taps: 64), refines: true,
      cacheDirectory: nil)
    let early = try store.ready(portrait, pattern: .stereo)
    #expect(early.notes.contains(.bodyMissing))
    #expect(store.prepared(portrait, pattern: .stereo) == nil)
    let inTheAir = try RefinedBoard.store().closedForm(portrait, pattern: .stereo)
    #expect(early.filters == inTheAir.filters)
    #expect(try !store.prepareBody { _ in false })
    #expect(try store.ready(portrait, pattern: .stereo) == early)
  }
}
