import Synchronization

/// A cell for the reason why a take ends, which the control thread sets before it ends the take.
final class TakeEnding: Sendable {
  private let state = Mutex<TakeEnd>(.shutdown)

  /// The reason for the end; "shut down" until another is set.
  var end: TakeEnd {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
