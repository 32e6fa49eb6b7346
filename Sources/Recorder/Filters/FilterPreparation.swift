import Boards
import Realtime
import Synchronization

/// A thread that makes the designs of a store.
///
/// A recorder arms first and designs then: frames captured meanwhile are in the pre-roll of the first take. The case in
/// use comes first, in a fraction of a second, then the others, one after the other.
package final class FilterPreparation: Sendable {
  /// The progress of the work.
  package struct Progress: Sendable, Equatable {
    /// The current stage.
    package var stage = Stage.designing
    /// Finished designs.
    package var done = 0
    /// The total number of designs; 0 until it is known.
    package var all = 0
    /// The finished part of the body, 0 to 1.
    package var part = 0.0
    /// True when the work is over: a press has nothing left to wait for.
    package var isFinished = false
    /// The error that ended the work early.
    package var error: FilterStoreError?

    /// The beginning.
    package init() {}
  }

  /// A stage of the work.
  package enum Stage: Sendable, Equatable {
    /// The responses of the body are computed.
    case body
    /// Filters are designed.
    case designing
  }

  private let state = Mutex(Progress())
  private let isCancelled = StopFlag()

  /// Starts to make the designs of a store.
  ///
  /// - Parameters:
  ///   - first: the case and pattern needed first.
  ///   - makesAll: true to make the others as well.
  ///   - unusable: microphones to do without.
  ///
  /// Nothing waits for the end: a process that ends takes the thread with it, and the cache holds whole designs only.
  ///
  /// - Throws: ``SessionFault/threadRefused(errno:)`` if the system has no free thread.
  package init(
    _ filters: FilterStore, first: (which: Board.Case, pattern: PolarPattern), makesAll: Bool,
    unusable: Set<Int> = []
  ) throws(SessionFault) {
    let thread = try Thread(name: "filters", stackBytes: Thread.largeStack) { [self] in
      do throws(FilterStoreError) {
        if try prepareBody(filters, makesAll ? filters.wishes : [first], unusable) {
          try design(filters, first, makesAll: makesAll, unusable)
        }
      } catch {
        state.withLock { $0.error = error }
      }
      filters.putToolsAway()
      state.withLock { $0.isFinished = true }
    }
    thread.detach()
  }

  /// The progress of the work now.
  package var progress: Progress { state.withLock { $0 } }

  /// Ends the work on the body soon.
  package func cancel() { isCancelled.raise() }

  /// Computes the body if designs need it; false if that was cancelled.
  private func prepareBody(
    _ filters: FilterStore, _ wishes: [(which: Board.Case, pattern: PolarPattern)],
    _ unusable: Set<Int>
  ) throws(FilterStoreError) -> Bool {
    guard try filters.needsBody(wishes, unusable: unusable) else { return true }
    state.withLock { $0.stage = .body }
    let isThere = try filters.prepareBody { part in
      state.withLock { $0.part = part }
      return !isCancelled.isRaised
    }
    state.withLock { ($0.stage, $0.part) = (.designing, 0) }
    return isThere
  }

  private func design(
    _ filters: FilterStore, _ first: (which: Board.Case, pattern: PolarPattern), makesAll: Bool,
    _ unusable: Set<Int>
  ) throws(FilterStoreError) {
    _ = try filters.ready(first.which, pattern: first.pattern, unusable: unusable)
    guard makesAll else { return }
    try filters.prepare(unusable: unusable) { done, all in
      state.withLock { ($0.done, $0.all) = (done, all) }
    }
  }
}
