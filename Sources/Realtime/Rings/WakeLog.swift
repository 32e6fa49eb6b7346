import Synchronization

/// The first wake-ups of a capture thread, in order: fixed memory, one writer, any number of readers, no locks.
///
/// - Thread: read ``wakeUps`` on any thread that is not realtime.
public final class WakeLog: Sendable {
  // `nonisolated(unsafe)` is safe, because the pointers never change, and an entry is written only once, before the
  // count that covers it is released.
  nonisolated(unsafe) let entries: UnsafeMutablePointer<WakeUp>
  nonisolated(unsafe) let count: UnsafeMutablePointer<Atomic<Int>>
  private let memory: Memory
  /// The number of wake-ups that the log holds; later wake-ups are not recorded.
  public let capacity: Int

  /// Creates an empty log.
  public init(capacity: Int) {
    precondition(capacity > 0, "a log has room")
    self.capacity = capacity
    var memory = Memory()
    entries = memory.make(capacity, of: WakeUp(time: 0, stamp: 0, captured: 0, waiting: 0))
    count = memory.counters(1)
    self.memory = memory
  }

  /// Creates the writing end, to be moved to the capture thread.
  ///
  /// Call this function once.
  public func makeWriter() -> WakeLogWriter { WakeLogWriter(self) }

  /// The wake-ups so far, in order.
  public var wakeUps: [WakeUp] {
    let count = count.pointee.load(ordering: .acquiring)
    return Array(UnsafeBufferPointer(start: entries, count: count))
  }
}

/// The capture thread's end of a ``WakeLog``.
///
/// - Thread: capture.
public struct WakeLogWriter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: only this value writes through them.

  // The object is retained once when this value is created, and released in deinit, so that realtime functions never
  // change its reference count.
  private let log: Unmanaged<WakeLog>
  private let entries: UnsafeMutablePointer<WakeUp>
  private let total: UnsafeMutablePointer<Atomic<Int>>
  private let capacity: Int
  private var count: Int

  init(_ log: WakeLog) {
    self.log = Unmanaged.passRetained(log)
    entries = log.entries
    total = log.count
    capacity = log.capacity
    count = log.count.pointee.load(ordering: .acquiring)
  }

  deinit { log.release() }

  /// Records a wake-up unless the log is full.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func append(_ wakeUp: WakeUp) {
    guard count < capacity else { return }
    entries[count] = wakeUp
    count += 1
    total.pointee.store(count, ordering: .releasing)
  }
}
