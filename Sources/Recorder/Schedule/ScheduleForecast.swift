import TakeFiles

/// A take that the schedule will make or skip.
package struct PlannedTake: Sendable, Equatable {
  /// Its time and its entry.
  package var due: Schedule.Due
  /// True if it is skipped because the previous take is still running.
  package var isSkipped: Bool
}

extension Schedule {
  /// The span of a forecast in seconds: a year of polar day and night, and a month.
  package static let forecastSeconds = 396.0 * 86400
  /// Seconds between two looks; clocks change at full quarter hours.
  private static let forecastStep = 900.0

  /// The next takes, starting with one that should be running, by a session's clock and without button presses.
  ///
  /// - Parameters:
  ///   - count: the maximum number of takes made; skipped ones come in addition.
  ///   - within: seconds to look ahead.
  ///   - utcOffset: seconds by which the local clock is ahead of UTC, at a time in seconds since 1970.
  package func forecast(
    from now: WallTime, count: Int, within seconds: Double = forecastSeconds,
    utcOffset: (Double) -> Int
  ) -> [PlannedTake] {
    guard !takes.isEmpty else { return [] }
    var clock = ScheduleClock(isForecast: true)
    var planned: [PlannedTake] = []
    var (time, busyUntil, made) = (now, -Double.infinity, 0)
    let end = now.epochSeconds + seconds
    while made < count, time.epochSeconds < end {
      for due in clock.advance(to: time, of: self) where made < count {
        let isSkipped = Double(due.startSeconds) < busyUntil
        planned.append(PlannedTake(due: due, isSkipped: isSkipped))
        guard !isSkipped else { continue }
        busyUntil = due.endSeconds
        made += 1
      }
      let quarter =
        ((time.epochSeconds / Self.forecastStep).rounded(.down) + 1) * Self.forecastStep
      let offset = utcOffset(quarter)
      // A session also looks right before summer time begins or ends.
      let isBefore = offset != time.utcOffsetSeconds && time.epochSeconds < quarter - 1
      time.epochSeconds = isBefore ? quarter - 1 : quarter
      if !isBefore { time.utcOffsetSeconds = offset }
    }
    return planned
  }
}
