import Beamforming
import Boards
import Glibc
import TestSupport
import Testing

@testable import Recorder

/// Filters that are made on a thread of their own, and those that serve until the body is there.
@Suite struct FilterPreparationTests {
  private let portrait = PairOfMicrophones.portrait
  private let landscape = PairOfMicrophones.landscape

  @Test("the case in use is there first, then the others")
  func preparation() throws {
    let store = PairOfMicrophones.store()
    let preparation = try FilterPreparation(
      store, first: (landscape, .stereo), makesAll: true)
    var isFirst = true
    while !preparation.progress.isFinished {
      let (own, other) = (
        store.prepared(landscape, pattern: .stereo), store.prepared(portrait, pattern: .stereo)
      )
      // The other was looked at later: when it is there, the case in use was.
      if own == nil, other != nil, store.prepared(landscape, pattern: .stereo) == nil {
        isFirst = false
      }
      letOthersRun()
    }
    #expect(isFirst)
    #expect(preparation.progress.error == nil)
    #expect((preparation.progress.done, preparation.progress.all) == (5, 5))
    #expect(store.designedCount == 5)
    let alone = PairOfMicrophones.store()
    let one = try FilterPreparation(alone, first: (landscape, .stereo), makesAll: false)
    while !one.progress.isFinished { letOthersRun() }
    #expect(alone.designedCount == 1)
    #expect(alone.prepared(landscape, pattern: .stereo) != nil)
  }

  @Test("a preparation that is cancelled ends without the body")
  func cancelled() throws {
    let store = PairOfMicrophones.store(PairOfMicrophones.inABox)
    let preparation = try FilterPreparation(
      store, first: (landscape, .stereo), makesAll: true)
    preparation.cancel()
    while !preparation.progress.isFinished { letOthersRun() }
    #expect(preparation.progress.error == nil)
    #expect(store.designedCount == 0)
  }

  @Test("a cache that cannot be written is told, with the reason")
  func noCache() throws {
    let store = PairOfMicrophones.store(PairOfMicrophones.board, "/proc/no/such/folder")
    #expect(store.cacheProblem == nil)
    _ = try store.design(portrait, pattern: .stereo)
    #expect(
      store.cacheProblem
        == FilterCacheProblem(directory: "/proc/no/such/folder", errno: ENOENT))
  }

  @Test("without its tools a store still finds its designs, and makes others with new tools")
  func putAway() throws {
    let store = PairOfMicrophones.store()
    let design = try store.design(portrait, pattern: .stereo)
    store.putToolsAway()
    #expect(store.prepared(portrait, pattern: .stereo) == design)
    let again = PairOfMicrophones.store()
    #expect(
      try store.design(landscape, pattern: .stereo)
        == again.design(landscape, pattern: .stereo))
  }

  @Test("until the body is computed, filters of microphones in the air serve, and say so")
  func withoutBody() throws {
    let store = PairOfMicrophones.store(PairOfMicrophones.inABox)
    let early = try store.ready(portrait, pattern: .stereo)
    #expect(early.notes.contains(.bodyMissing))
    #expect(store.prepared(portrait, pattern: .stereo) == nil)
    let inTheAir = try PairOfMicrophones.store().ready(portrait, pattern: .stereo)
    #expect(early.filters == inTheAir.filters)
    #expect(try !store.prepareBody { _ in false })
    #expect(try store.ready(portrait, pattern: .stereo) == early)
    var parts: [Double] = []
    let made = try store.design(portrait, pattern: .stereo) { parts.append($0) }
    #expect(!parts.isEmpty && parts.allSatisfy { (0...1).contains($0) } && parts == parts.sorted())
    #expect(made.filters != early.filters && !made.notes.contains(.bodyMissing))
    #expect(try store.ready(portrait, pattern: .stereo) == made)
  }
}
