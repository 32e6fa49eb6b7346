import Boards
import Synchronization

/// The designs of a store while they are made on a thread of their own.
///
/// A recorder is armed first and designs then: what is captured meanwhile is in the pre-roll of the first take.
public final class FilterPreparation: Sendable {
  /// How far it is.
  public struct Progress: Sendable, Equatable {
    /// Designs that are there.
    public var done = 0
    /// Designs that there will be; 0 until that is known.
    public var all = 0
    /// Whether nothing more comes.
    public var isFinished = false
    /// Why it ended early.
    public var error: FilterStoreError?
  }

  private let state = Mutex(Progress())

  /// Starts to make designs of a store.
  ///
  /// - Parameters:
  ///   - first: the case and pattern that are needed soonest.
  ///   - makesAll: whether the others follow.
  ///
  /// Nobody waits for the end: a process that ends takes the thread with it, and the cache holds whole designs only.
  ///
  /// - Throws: ``SessionFault/threadRefused(errno:)``.
  public init(
    _ filters: FilterStore, first: (which: Board.Case, pattern: PolarPattern), makesAll: Bool
  ) throws(SessionFault) {
    let thread = try Thread(name: "filters", stackBytes: Thread.largeStack) { [self] in
      do throws(FilterStoreError) {
        _ = try filters.design(first.which, pattern: first.pattern)
        if makesAll {
          try filters.prepare { done, all in
            state.withLock { ($0.done, $0.all) = (done, all) }
          }
        }
        state.withLock { $0.isFinished = true }
      } catch {
        state.withLock { ($0.error, $0.isFinished) = (error, true) }
      }
    }
    thread.detach()
  }

  /// How far it is now.
  public var progress: Progress { state.withLock { $0 } }
}
