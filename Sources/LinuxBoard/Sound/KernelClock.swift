import Glibc

/// The clock functions that audio threads need, in addition to ``MonotonicClock``.
enum KernelClock {
  /// The time, in seconds, that the system has slept since boot.
  ///
  /// During sleep, CLOCK_MONOTONIC stands still and CLOCK_BOOTTIME continues; reading the two clocks takes no system
  /// call.
  static func asleep() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec) - MonotonicClock.now()
  }

  /// Sleeps, on an ordinary or a realtime thread.
  static func sleep(seconds: Double) {
    let whole = Int(seconds)
    var time = timespec(tv_sec: whole, tv_nsec: Int((seconds - Double(whole)) * 1e9))
    nanosleep(&time, nil)
  }
}
