import Glibc
import Recorder

/// The time of day of this machine.
package enum WallClock {
  /// The present time, in local time.
  package static func now() -> WallTime {
    var spec = timespec()
    clock_gettime(CLOCK_REALTIME, &spec)
    var (seconds, local) = (spec.tv_sec, tm())
    localtime_r(&seconds, &local)
    return WallTime(
      epochSeconds: Double(spec.tv_sec) + Double(spec.tv_nsec) / 1e9,
      utcOffsetSeconds: local.tm_gmtoff, isSet: Double(spec.tv_sec) >= WallTime.earliestCredible)
  }

  /// Seconds by which local time is ahead of UTC at a time in seconds since 1970, by the time zone of this machine.
  package static func utcOffset(at epochSeconds: Double) -> Int {
    var (seconds, local) = (time_t(epochSeconds.rounded(.down)), tm())
    localtime_r(&seconds, &local)
    return local.tm_gmtoff
  }

  /// The time at which the local clock of this machine shows what a clock without an offset from UTC shows; of an hour
  /// that comes twice, the first.
  package static func time(local: WallTime) -> WallTime {
    let before = utcOffset(at: local.epochSeconds - 86400)
    let after = utcOffset(at: local.epochSeconds - Double(before))
    let offset = utcOffset(at: local.epochSeconds - Double(max(before, after)))
    return WallTime(
      epochSeconds: local.epochSeconds - Double(offset), utcOffsetSeconds: offset)
  }
}
