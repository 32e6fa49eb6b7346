import TakeFiles

/// A take that the schedule will make or skip.
package struct PlannedTake: Sendable, Equatable {
  /// The time of the take and its entry in the schedule.
  package var due: Schedule.Due
  /// True if the take will be skipped because an earlier one is still running.
  package var isSkipped: Bool
}

extension Schedule {
  /// The default span of a forecast in seconds: a month more than a year, so that it reaches beyond a polar day or
  /// night.
  package static let forecastSeconds = 396.0 * 86400
  /// Seconds from one step of a forecast to the next; summer time begins and ends at full quarter hours.
  private static let forecastStep = 900.0

  /// Returns the takes that a session will make next if nobody presses a button, starting with any take that should be
  /// running already; all of them begin before the end of the span.
  ///
  /// - Parameters:
  ///   - count: the maximum number of takes that are made; skipped takes are returned in addition.
  ///   - within: the number of seconds to look ahead.
  ///   - utcOffset: returns the seconds by which the local clock is ahead of UTC at a time, which is given in seconds
  ///     since 1970.
  package func forecast(
    from now: WallTime, count: Int, within seconds: Double = forecastSeconds,
    utcOffset: (Double) -> Int
  ) -> [PlannedTake] {
    guard !takes.isEmpty, seconds > 0 else { return [] }
    var clock = ScheduleClock(isForecast: true)
    var planned: [PlannedTake] = []
    var (time, busyUntil, made) = (now, -Double.infinity, 0)
    let end = now.epochSeconds + seconds
    while made < count {
      for due in clock.advance(to: time, of: self)
      where made < count && Double(due.startSeconds) < end {
        let isSkipped = Double(due.startSeconds) < busyUntil
        planned.append(PlannedTake(due: due, isSkipped: isSkipped))
        guard !isSkipped else { continue }
        busyUntil = due.endSeconds
        made += 1
      }
      // The last look is at the end of the span, which need not be a full quarter hour.
      guard time.epochSeconds < end else { break }
      let quarter =
        ((time.epochSeconds / Self.forecastStep).rounded(.down) + 1) * Self.forecastStep
      let offset = utcOffset(quarter)
      // Like a session, look at the clock also right before summer time begins or ends.
      let isBefore = offset != time.utcOffsetSeconds && time.epochSeconds < quarter - 1
      time.epochSeconds = min(end, isBefore ? quarter - 1 : quarter)
      if time.epochSeconds == quarter { time.utcOffsetSeconds = offset }
    }
    return planned
  }
}
