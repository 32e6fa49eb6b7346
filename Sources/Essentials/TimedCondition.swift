import Glibc

/// A lock, and a condition whose timed waits follow the monotonic clock, so that setting the time of day does not
/// change their length.
///
/// - Thread: any.
public final class TimedCondition: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// A lock that nothing holds.
  public init() {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }

  /// The result of a body that runs while the lock is held.
  public func locked<T>(_ body: () throws -> T) rethrows -> T {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Wakes everything that waits.
  public func wakeAll() { pthread_cond_broadcast(changed) }

  /// Waits for ``wakeAll()``; the caller must hold the lock.
  public func wait() { pthread_cond_wait(changed, lock) }

  /// Waits for ``wakeAll()`` until a moment, and returns false if that has come; the caller must hold the lock.
  @discardableResult
  public func wait(until moment: timespec) -> Bool {
    var moment = moment
    return pthread_cond_timedwait(changed, lock, &moment) != ETIMEDOUT
  }

  /// The moment that is this many seconds from now.
  public static func moment(in seconds: Double) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let sum = Double(time.tv_nsec) * 1e-9 + seconds
    time.tv_sec += Int(sum)
    time.tv_nsec = Int((sum - Double(Int(sum))) * 1e9)
    return time
  }
}
