import Glibc
import Recorder

/// The time of day of this machine.
public enum WallClock {
  /// The present time, in local time.
  public static func now() -> WallTime {
    var spec = timespec()
    clock_gettime(CLOCK_REALTIME, &spec)
    var (seconds, local) = (spec.tv_sec, tm())
    localtime_r(&seconds, &local)
    return WallTime(
      epochSeconds: Double(spec.tv_sec) + Double(spec.tv_nsec) / 1e9,
      utcOffsetSeconds: local.tm_gmtoff, isSet: Double(spec.tv_sec) >= WallTime.earliestCredible)
  }
}
