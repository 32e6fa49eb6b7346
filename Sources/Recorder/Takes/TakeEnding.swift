import Synchronization

/// The reason why a take ends, set by the control thread before it ends the take.
final class TakeEnding: Sendable {
  private let state = Mutex<TakeEnd>(.shutdown)

  /// The end; "shut down" until set.
  var end: TakeEnd {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
