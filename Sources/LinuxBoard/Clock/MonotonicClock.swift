import Glibc

/// The control clock: CLOCK_MONOTONIC, which the kernel uses for the timestamps of GPIO edges and of ALSA.
package enum MonotonicClock {
  /// Seconds since some moment before the program started; they never decrease.
  package static func now() -> Double {
    var time = timespec()
    // This cannot fail for a clock that every Linux has.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
