import Glibc
import Recorder
import Synchronization

/// The time of day of this machine.
///
/// - Thread: any except realtime threads: the time zone is read again every second, because it may change while a
///   recorder is running.
package enum WallClock {
  /// The second in which the time zone was last read.
  private static let zoneSecond = Atomic<Int>(0)

  /// The local date and time in this machine's time zone.
  private static func local(_ seconds: time_t) -> tm {
    let second = Glibc.time(nil)
    if zoneSecond.exchange(second, ordering: .relaxed) != second { tzset() }
    var (seconds, local) = (seconds, tm())
    localtime_r(&seconds, &local)
    return local
  }

  /// The current time of day, with the time zone of this machine.
  package static func now() -> WallTime {
    var spec = timespec()
    clock_gettime(CLOCK_REALTIME, &spec)
    return WallTime(
      epochSeconds: Double(spec.tv_sec) + Double(spec.tv_nsec) / 1e9,
      utcOffsetSeconds: local(spec.tv_sec).tm_gmtoff,
      isSet: Double(spec.tv_sec) >= WallTime.earliestCredible)
  }

  /// The number of attempts to read both clocks together; only the quickest attempt counts, because other work may
  /// come between the two readings.
  private static let looks = 5

  /// The time of day at a time on the control clock that is near the present.
  package static func time(at control: Double) -> WallTime {
    var best: (gap: Double, time: WallTime)?
    for _ in 0..<looks {
      let before = MonotonicClock.now()
      var time = now()
      let after = MonotonicClock.now()
      time.epochSeconds -= (before + after) / 2 - control
      if after - before < best?.gap ?? .infinity { best = (after - before, time) }
    }
    return best?.time ?? now()
  }

  /// The offset of this machine's local time from UTC, in seconds, at a time in seconds since 1970; positive if
  /// local time is ahead.
  package static func utcOffset(at epochSeconds: Double) -> Int {
    local(time_t(epochSeconds.rounded(.down))).tm_gmtoff
  }

  /// The time at which this machine's local clock shows the date and time of `local`, whose offset from UTC is
  /// ignored; if an hour repeats, the first of the two times.
  package static func time(local: WallTime) -> WallTime {
    let before = utcOffset(at: local.epochSeconds - 86400)
    let after = utcOffset(at: local.epochSeconds - Double(before))
    let offset = utcOffset(at: local.epochSeconds - Double(max(before, after)))
    return WallTime(
      epochSeconds: local.epochSeconds - Double(offset), utcOffsetSeconds: offset)
  }
}
