import Glibc

/// Clocks of the kernel in seconds; reading them is no system call.
enum KernelClock {
  /// The clock of the control thread and of ALSA's timestamps; it stands still while the system sleeps.
  static func monotonic() -> Double { seconds(CLOCK_MONOTONIC) }

  /// How long the system slept since it booted.
  static func asleep() -> Double { seconds(CLOCK_BOOTTIME) - seconds(CLOCK_MONOTONIC) }

  /// Sleeps on an ordinary or realtime thread.
  static func sleep(seconds: Double) {
    let whole = Int(seconds)
    var time = timespec(tv_sec: whole, tv_nsec: Int((seconds - Double(whole)) * 1e9))
    nanosleep(&time, nil)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
