import Acoustics
import Beamforming
import Boards
import ResponseFiles
import Synchronization

/// The designs of a board, each made once on a normal thread, then kept in memory and on disk.
///
/// Making a design takes a fraction of a second; computing the responses of a body takes up to a minute, once.
/// ``design(_:pattern:unusable:progress:)`` waits for the responses; ``ready(_:pattern:unusable:)`` designs without
/// them until they exist.
///
/// On disk, a design is filed under the hash of a text that states everything on which the design depends. It is used
/// only if the whole text agrees. If the cache cannot be read or written, designs are merely made again.
///
/// - Thread: any normal thread. Only one design is made at a time; designs in memory are found without waiting.
package final class FilterStore: Sendable {
  /// The board.
  package let board: Board
  /// The ears.
  package let ears: Ears
  /// The settings of the design.
  package let settings: DesignSettings
  /// The way in which stereo is rendered from the microphones.
  package let rendering: StereoRendering
  /// The maximum wind reduction in decibels; `nil` for no wind reduction.
  package let windStrength: Double?
  let cache: FilterCache?
  let stages: StageCache?
  /// The source of the responses of the body.
  let bodies: BodyStore
  /// A store of designs without the body, for takes that cannot wait for its responses; `nil` if the board's body needs
  /// no responses.
  let inTheAir: FilterStore?
  /// True if the responses of the body are available or not needed.
  let hasBody: Atomic<Bool>
  /// The designs made so far.
  ///
  /// The lock is never held for long, because the control thread needs it many times a second.
  private let designs = Mutex<[Key: Design]>([:])
  /// The stage tables of the cases used most recently.
  let recent = Mutex(RecentStages())
  /// The tools that make further designs.
  ///
  /// The lock is held for as long as a design takes.
  let tools = Mutex(Tools())
  private let problem = Mutex<FilterCacheProblem?>(nil)
  /// The number of callers that need a design immediately; a thread that makes all designs lets them go first.
  private let waiting = Atomic<Int>(0)

  /// Creates a store for the designs of a board.
  ///
  /// - Parameters:
  ///   - rendering: if directional, the tables of ``FilterDesigner/directional(_:)`` are added to stereo designs.
  ///   - windStrength: the maximum wind reduction in decibels; if given, the tables of
  ///     ``FilterDesigner/wind(_:strength:)`` are added to stereo designs.
  ///   - cacheDirectory: the folder in which designs are kept between runs (created if it does not exist); `nil` for no
  ///     cache.
  package init(
    board: Board, ears: Ears, settings: DesignSettings, rendering: StereoRendering = .linear,
    windStrength: Double? = nil, cacheDirectory: String?
  ) {
    (self.rendering, self.windStrength, self.board) = (rendering, windStrength, board)
    (self.ears, self.settings) = (ears, settings)
    cache = cacheDirectory.map(FilterCache.init(directory:))
    stages = cacheDirectory.map(StageCache.init(directory:))
    bodies = BodyStore(cacheDirectory: cacheDirectory)
    inTheAir = board.inTheAir.map {
      FilterStore(board: $0, ears: ears, settings: settings, cacheDirectory: cacheDirectory)
    }
    hasBody = Atomic(inTheAir == nil)
  }

  /// The number of designs that were computed, because the cache did not have them.
  package var designedCount: Int { tools.withLock { $0.designed } }

  /// The reason why designs cannot be kept on disk; `nil` while they can.
  package var cacheProblem: FilterCacheProblem? { problem.withLock { $0 } }

  /// The design of a case, from memory or from disk, or made now after waiting for the responses of the body.
  ///
  /// - Parameter progress: called with the fraction done, 0 to 1, while the responses of the body are computed.
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read, or the design cannot be made.
  package func design(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = [],
    progress: (Double) -> Void = { _ in }
  ) throws(FilterStoreError) -> Design {
    let design = try linear(which, pattern: pattern, unusable: unusable, progress: progress)
    return try equipped(design, Key(which, pattern, unusable))
  }

  /// The same as ``design(_:pattern:unusable:progress:)``, but without the stage tables, which take longer to make or
  /// to read than the filters.
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

  /// The design of a case that is available without waiting for the body: from memory, from disk, or made now.
  ///
  /// Until the responses of the body are computed, the design is for the same microphones in a free field, and its
  /// notes say so.
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

  /// The filters of a case if they are in memory, without tables; this makes nothing and waits for nothing.
  package func prepared(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) -> Design? {
    designs.withLock { $0[Key(which, pattern, unusable)] }
  }

  /// The pattern of the filters that ``prepared(_:pattern:unusable:)`` returns.
  func preparedPattern(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int>
  ) -> PolarPattern? {
    designs.withLock { $0[Key(which, pattern, unusable)]?.pattern }
  }

  // MARK: - One design

  /// Finds or makes a design for a caller that needs it now, ahead of a thread that makes all designs.
  private func form(_ key: Key) throws(FilterStoreError) -> Design {
    if let design = designs.withLock({ $0[key] }) { return design }
    waiting.add(1, ordering: .relaxed)
    defer { waiting.subtract(1, ordering: .relaxed) }
    return try made(key)
  }

  /// Returns a design from memory or disk; `nil` if it has not been made yet.
  func found(_ key: Key) throws(FilterStoreError) -> Design? {
    if let design = designs.withLock({ $0[key] }) { return design }
    guard let design = try adopt(key) else { return nil }
    designs.withLock { $0[key] = design }
    return design
  }

  /// Makes a design, unless another thread makes it first.
  func made(_ key: Key) throws(FilterStoreError) -> Design {
    try tools.withLock { tools in
      Result { () throws(FilterStoreError) in
        // Another thread may have made the design while this one waited for the lock.
        if let design = try self.found(key) { return design }
        return try alone(self.cache?.files, self.identity(key)) { () throws(FilterStoreError) in
          if let design = try self.found(key) { return design }
          let design = try self.newDesign(key, &tools)
          self.keep(design, as: key)
          return design
        }
      }
    }.get()
  }

  private func keep(_ design: Design, as key: Key) {
    designs.withLock { $0[key] = design }
    if let problem = cache?.keep(design.filters, for: identity(key)) { note(problem) }
  }

  /// Notes why something could not be kept; only the first reason is remembered.
  func note(_ problem: FilterCacheProblem) { self.problem.withLock { $0 = $0 ?? problem } }

  /// Waits until no caller needs a design immediately: the lock itself does not favour the thread that has waited
  /// longest.
  func makeWay() {
    while waiting.load(ordering: .relaxed) > 0 { pause(milliseconds: 1) }
  }
}

extension Design {
  /// Returns the same design under the name of another case that it also serves.
  fileprivate func serving(_ which: Board.Case) -> Design {
    self.which == which ? self : moved(to: which)
  }
}
