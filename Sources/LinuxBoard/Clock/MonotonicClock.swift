import Glibc

/// The control clock: CLOCK_MONOTONIC, on which the kernel puts the timestamps of GPIO edges and of ALSA.
package enum MonotonicClock {
  /// The seconds since some moment before the start of the program; they never go back.
  package static func now() -> Double {
    var time = timespec()
    // It cannot fail for a clock that every Linux has.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
