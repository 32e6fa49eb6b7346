import Acoustics
import Beamforming
import Boards
import ResponseFiles
import Synchronization

/// The designs of a board: made once on a normal thread, kept in memory and on disk.
///
/// A design takes a fraction of a second, the responses of a body up to a minute, once.
/// ``design(_:pattern:unusable:progress:)`` waits for them; ``ready(_:pattern:unusable:)`` does without them until they
/// exist.
///
/// On disk a design is keyed by a hash of everything it depends on, and used only if the whole of that text agrees. A
/// cache that cannot be read or written only costs time.
///
/// - Thread: any normal thread. Designs being made wait for each other; designs in memory are found without waiting.
package final class FilterStore: Sendable {
  /// The board.
  package let board: Board
  /// The ears.
  package let ears: Ears
  /// The settings of the design.
  package let settings: DesignSettings
  /// The way stereo is made from the microphones.
  package let rendering: StereoRendering
  /// The maximum wind reduction in decibels; `nil` for none.
  package let windStrength: Double?
  let cache: FilterCache?
  let stages: StageCache?
  /// The source of the responses of the body.
  let bodies: BodyStore
  /// Designs without the body, for takes that cannot wait until it is computed; `nil` if no body has to be computed.
  let inTheAir: FilterStore?
  /// True if the responses of the body are available, or none are needed.
  let hasBody: Atomic<Bool>
  /// The designs made so far.
  ///
  /// Locked only for the time of a look: the control thread looks many times a second.
  private let designs = Mutex<[Key: Design]>([:])
  /// The stage tables of the cases in use.
  let recent = Mutex(RecentStages())
  /// The tools that make more.
  ///
  /// Locked for as long as a design takes.
  let tools = Mutex(Tools())
  private let problem = Mutex<FilterCacheProblem?>(nil)
  /// The number of callers that need one design now while another thread makes all designs.
  private let waiting = Atomic<Int>(0)

  /// A store of a board's designs.
  ///
  /// - Parameters:
  ///   - rendering: directional adds the tables of ``FilterDesigner/directional(_:)`` to stereo designs.
  ///   - windStrength: decibels; adds the tables of ``FilterDesigner/wind(_:strength:)`` to stereo designs.
  ///   - cacheDirectory: the folder that keeps designs between runs, created if missing; `nil` for no cache.
  package init(
    board: Board, ears: Ears, settings: DesignSettings, rendering: StereoRendering = .linear,
    windStrength: Double? = nil, cacheDirectory: String?
  ) {
    self.rendering = rendering
    self.windStrength = windStrength
    self.board = board
    self.ears = ears
    self.settings = settings
    cache = cacheDirectory.map(FilterCache.init(directory:))
    stages = cacheDirectory.map(StageCache.init(directory:))
    bodies = BodyStore(cacheDirectory: cacheDirectory)
    inTheAir = board.inTheAir.map {
      FilterStore(board: $0, ears: ears, settings: settings, cacheDirectory: cacheDirectory)
    }
    hasBody = Atomic(inTheAir == nil)
  }

  /// The number of designs that were computed, not found in the cache.
  package var designedCount: Int { tools.withLock { $0.designed } }

  /// The reason why designs are not kept on disk; `nil` while they are.
  package var cacheProblem: FilterCacheProblem? { problem.withLock { $0 } }

  /// The design of a case: from memory, from disk, or made now, after the responses of the body.
  ///
  /// - Parameter progress: called with the part done of the body, 0 to 1, while it is computed.
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read, or the design cannot be made.
  package func design(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = [],
    progress: (Double) -> Void = { _ in }
  ) throws(FilterStoreError) -> Design {
    let design = try linear(which, pattern: pattern, unusable: unusable, progress: progress)
    return try equipped(design, Key(which, pattern, unusable))
  }

  /// The filters of that design without its tables, which take longer to make or to read than the rest.
  ///
  /// - Throws: ``FilterStoreError``, as ``design(_:pattern:unusable:progress:)`` does.
  package func linear(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = [],
    progress: (Double) -> Void = { _ in }
  ) throws(FilterStoreError) -> Design {
    let key = Key(which, pattern, unusable)
    if let found = try found(key) { return found.serving(which) }
    try prepareBody {
      progress($0)
      return true
    }
    return try form(key).serving(which)
  }

  /// The immediately available design of a case: from memory, from disk, or made now.
  ///
  /// While the responses of the body are being computed, the design is for the same microphones in free field, as its
  /// notes say.
  ///
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read, or the design cannot be made.
  package func ready(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) throws(FilterStoreError) -> Design {
    let key = Key(which, pattern, unusable)
    if let found = try found(key) { return try equipped(found, key).serving(which) }
    if let inTheAir, !hasBody.load(ordering: .acquiring) {
      do throws(FilterStoreError) {
        return try inTheAir.ready(which, pattern: pattern, unusable: unusable).withoutBody
      } catch {
        guard case .design(.ambisonics(let board, let name, _)) = error else { throw error }
        throw .design(.ambisonics(board: board, caseName: name, .bodyMissing))
      }
    }
    return try equipped(try form(key), key).serving(which)
  }

  /// The filters of a case that are in memory, without tables; makes nothing and waits for nothing.
  package func prepared(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) -> Design? {
    designs.withLock { $0[Key(which, pattern, unusable)] }
  }

  /// The pattern of those filters.
  func preparedPattern(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int>
  ) -> PolarPattern? {
    designs.withLock { $0[Key(which, pattern, unusable)]?.pattern }
  }

  // MARK: - One design

  /// A design; a caller that needs it now goes before a thread that makes all designs.
  private func form(_ key: Key) throws(FilterStoreError) -> Design {
    if let design = designs.withLock({ $0[key] }) { return design }
    waiting.add(1, ordering: .relaxed)
    defer { waiting.subtract(1, ordering: .relaxed) }
    return try made(key)
  }

  /// A design from memory or disk.
  func found(_ key: Key) throws(FilterStoreError) -> Design? {
    if let design = designs.withLock({ $0[key] }) { return design }
    guard let design = try adopt(key) else { return nil }
    designs.withLock { $0[key] = design }
    return design
  }

  /// Makes a design unless another thread has made it meanwhile.
  func made(_ key: Key) throws(FilterStoreError) -> Design {
    let made: Result<Design, FilterStoreError> = tools.withLock { tools in
      do throws(FilterStoreError) {
        // Another thread may have made it during the wait.
        if let design = try self.found(key) { return .success(design) }
        return .success(
          try alone(self.cache?.files, self.identity(key)) { () throws(FilterStoreError) in
            if let design = try self.found(key) { return design }
            let design = try self.newDesign(key, &tools)
            self.keep(design, as: key)
            return design
          })
      } catch {
        return .failure(error)
      }
    }
    return try made.get()
  }

  private func keep(_ design: Design, as key: Key) {
    designs.withLock { $0[key] = design }
    if let problem = cache?.keep(design.filters, for: identity(key)) { note(problem) }
  }

  /// Notes the first reason why something is not kept.
  func note(_ problem: FilterCacheProblem) { self.problem.withLock { $0 = $0 ?? problem } }

  /// Lets callers that need one design now go first: a lock does not go to the thread that has waited longest.
  func makeWay() {
    while waiting.load(ordering: .relaxed) > 0 { pause(milliseconds: 1) }
  }
}

extension Design {
  /// The same design for another case that it also serves.
  fileprivate func serving(_ which: Board.Case) -> Design {
    self.which == which ? self : moved(to: which)
  }
}
