import Glibc

/// Conditions whose timed waits follow the monotonic clock, so that setting the time of day does not change their
/// length.
public enum TimedCondition {
  /// Initialises the condition; the caller must destroy it.
  public static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  /// The moment for `pthread_cond_timedwait` that is this many seconds from now.
  public static func deadline(in seconds: Double) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let sum = Double(time.tv_nsec) * 1e-9 + seconds
    time.tv_sec += Int(sum)
    time.tv_nsec = Int((sum - Double(Int(sum))) * 1e9)
    return time
  }
}
