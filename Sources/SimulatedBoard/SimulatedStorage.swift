import Glibc
import Recorder
import Synchronization

/// A card that can stall, fill up or vanish.
///
/// What it admits is written to real files.
public final class SimulatedStorage: StoragePort {
  private struct State {
    var isStalled = false
    var errno: Int32?
  }

  private let state = Mutex(State())

  /// A card that takes everything.
  public init() {}

  /// Waits while the card stalls, then admits the write or refuses it.
  public func admit(bytes: Int) throws(StorageRefusal) {
    while state.withLock({ $0.isStalled && $0.errno == nil }) {
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
    if let errno = state.withLock({ $0.errno }) { throw StorageRefusal(errno: errno) }
  }

  /// Whether writes wait now.
  var isStalled: Bool { state.withLock { $0.isStalled && $0.errno == nil } }

  /// Whether writes are refused now.
  var isRefusing: Bool { state.withLock { $0.errno != nil } }

  func setStalled(_ stalled: Bool) { state.withLock { $0.isStalled = stalled } }

  /// Refuses every write from now on.
  func refuse(errno: Int32) { state.withLock { $0.errno = errno } }
}
