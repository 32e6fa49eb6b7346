import Boards
import Realtime
import Synchronization

/// A thread that prepares the designs of a filter store.
///
/// A recorder first arms and then designs filters; frames that it captures meanwhile are in the pre-roll of the first
/// take. The case in use is designed first, in a fraction of a second, and the others follow one by one.
package final class FilterPreparation: Sendable {
  /// The progress of the work.
  package struct Progress: Sendable, Equatable {
    /// The current stage.
    package var stage = Stage.designing
    /// The number of finished designs.
    package var done = 0
    /// The total number of designs; 0 until it is known.
    package var all = 0
    /// The fraction of the body's responses that is computed, 0 to 1.
    package var part = 0.0
    /// True once the work is over, so that a press no longer has to wait for it.
    package var isFinished = false
    /// The error that ended the work early.
    package var error: FilterStoreError?

    /// Creates the progress at the beginning of the work.
    package init() {}
  }

  /// A stage of the work.
  package enum Stage: Sendable, Equatable {
    /// The responses of the body are being computed.
    case body
    /// Filters are being designed.
    case designing
  }

  private let state = Mutex(Progress())
  private let isCancelled = StopFlag()

  /// Starts a thread that makes the designs of a store.
  ///
  /// - Parameters:
  ///   - first: the case and the pattern that are needed first.
  ///   - makesAll: true to make all other designs as well.
  ///   - unusable: indices of the microphones that the designs must not use.
  ///
  /// Nothing waits for the thread: when the process ends, so does the thread, and the cache only ever holds complete
  /// designs.
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

  /// The current progress of the work.
  package var progress: Progress { state.withLock { $0 } }

  /// Cancels the computation of the body's responses, which then ends soon.
  package func cancel() { isCancelled.raise() }

  /// Computes the responses of the body if designs need them; returns false if that was cancelled.
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
