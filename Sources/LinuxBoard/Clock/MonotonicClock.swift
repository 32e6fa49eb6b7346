import Glibc

/// The control clock: CLOCK_MONOTONIC, which the kernel uses for the timestamps of GPIO edges and of ALSA.
package enum MonotonicClock {
  /// The time in seconds since an arbitrary moment before the program started; it never decreases.
  package static func now() -> Double {
    var time = timespec()
    // This call cannot fail, because every Linux has this clock.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
