import TakeFiles

/// The takes that start automatically, by the clock or by the sun.
package struct Schedule: Sendable, Equatable {
  /// The entries of the schedule, in the order of the settings.
  package var takes: [ScheduledTake]
  /// The place whose sun takes follow; without a place, such takes never start.
  package var place: Place?

  /// Creates a schedule of these takes.
  package init(_ takes: [ScheduledTake] = [], place: Place? = nil) {
    self.takes = takes
    self.place = place
  }

  /// A take that is due.
  package struct Due: Sendable, Equatable {
    /// The local date and time at which the take starts.
    package var start: CivilDate
    /// The seconds from the start of the take to its end.
    package var seconds: Double
    /// Seconds by which the local clock of ``start`` is ahead of UTC.
    package var utcOffsetSeconds = 0
    /// The index of the take's entry in the schedule.
    package var entry = 0

    /// The start of the take in seconds since 1970, UTC.
    package var startSeconds: Int { start.localSeconds - utcOffsetSeconds }
    /// The day of the week on which the take starts.
    package var weekday: Weekday { Weekday(daysSince1970: start.localSeconds.days) }
    /// The end of the take in seconds since 1970, UTC.
    package var endSeconds: Double { Double(startSeconds) + seconds }

    /// Returns the seconds of the take that have passed, and the seconds since its end; 0 before them.
    func lateness(at time: WallTime) -> (late: Double, over: Double) {
      let since = time.epochSeconds - Double(startSeconds)
      return (min(max(0, since), seconds), max(0, since - seconds))
    }
  }

  /// Returns what starts after one instant and not after another, in order; of a cycle, only the start of the whole is
  /// returned.
  ///
  /// Entries that start by the clock follow the local clock alone. If the offset from UTC changes within the span, the
  /// hour that summer time skips is part of the span, and entries in that hour start when the clock jumps. Entries that
  /// start by the sun follow UTC. If a clock did not move forward, nothing that follows it starts.
  func starts(after: Instant, until: Instant) -> [Due] {
    takes.enumerated().flatMap { index, take in
      starts(of: take, after: after, until: until).map { start, offset in
        Due(
          start: CivilDate(epochSeconds: start, utcOffsetSeconds: offset),
          seconds: take.seconds(from: start, offset: offset, at: place),
          utcOffsetSeconds: offset, entry: index)
      }
    }.sorted { ($0.startSeconds, $0.entry) < ($1.startSeconds, $1.entry) }
  }

  /// An instant, both by the local clock and by UTC.
  struct Instant: Equatable {
    /// The time of the local clock in seconds since 1970, as if that clock showed UTC.
    var local: Int
    /// Seconds since 1970, UTC.
    var utc: Int
    /// Seconds by which the local clock is ahead of UTC.
    var offset: Int

    init(_ time: WallTime) {
      (local, offset) = (time.localSeconds, time.utcOffsetSeconds)
      utc = local - offset
    }

    /// Combines the later time on each clock with the other instant's offset from UTC.
    func latest(_ other: Self) -> Self {
      var latest = other
      latest.local = max(local, other.local)
      latest.utc = max(utc, other.utc)
      return latest
    }

    /// The instant that is this many seconds earlier on both clocks.
    func earlier(by seconds: Int) -> Self {
      var earlier = self
      earlier.local -= seconds
      earlier.utc -= seconds
      return earlier
    }
  }

  /// The time within a span at which the local clock showed a time, with the offset of that clock from UTC at that
  /// moment.
  ///
  /// A time in a skipped hour counts as the end of the span, because only then is it known that the hour was skipped.
  private static func time(
    local: Int, after: Instant, until: Instant
  ) -> (seconds: Int, offset: Int) {
    if local - until.offset > after.utc || until.offset <= after.offset {
      return (local - until.offset, until.offset)
    }
    let before = local - after.offset
    return before < until.utc ? (before, after.offset) : (until.utc, until.offset)
  }

  private func starts(
    of take: ScheduledTake, after: Instant, until: Instant
  ) -> [(seconds: Int, offset: Int)] {
    func times(_ starts: [Int]) -> [(seconds: Int, offset: Int)] {
      starts.filter { $0 > after.local && $0 <= until.local }.map {
        Self.time(local: $0, after: after, until: until)
      }
    }
    func isDay(_ day: Int, _ days: Set<Weekday>) -> Bool {
      take.season.contains(day)
        && (days.isEmpty || days.contains(Weekday(daysSince1970: day)))
    }
    // A take that depends on the sun does not begin if the place is unknown.
    if place == nil, !take.sunEvents.isEmpty { return [] }
    switch take.start {
    case .once(let date): return times([date.localSeconds])
    case .daily(let secondOfDay, let days):
      guard until.local > after.local else { return [] }
      let all = ((after.local + 1).days...until.local.days).filter { isDay($0, days) }
      return times(all.map { $0 * 86400 + secondOfDay })
    case .sun(let time, let days):
      guard let place, until.utc > after.utc else { return [] }
      let events = Sun(over: place).times(
        of: time.event, after: after.utc - time.offsetSeconds,
        until: until.utc - time.offsetSeconds)
      return events.filter { isDay(($0 + until.offset).days, days) }.map {
        ($0 + time.offsetSeconds, until.offset)
      }
    }
  }
}

extension WallTime {
  /// Reads the time of a clock that is set and shows UTC, from `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS`; `nil` for
  /// other texts.
  package init?(local text: String) {
    guard let date = ScheduledTake.date(text) else { return nil }
    self.init(epochSeconds: Double(date.localSeconds))
  }

  /// The time of the local clock in whole seconds since 1970, as if that clock showed UTC.
  var localSeconds: Int { Int(epochSeconds.rounded(.down)) + utcOffsetSeconds }
}

extension CivilDate {
  /// The seconds since 1970-01-01 00:00:00 that have passed on a clock that shows this date.
  ///
  /// - Source: H. Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
  package var localSeconds: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86400 + secondOfDay
  }
}

extension Int {
  /// The number of whole days in this many seconds, rounded down.
  fileprivate var days: Int { self >= 0 ? self / 86400 : (self - 86399) / 86400 }
}
