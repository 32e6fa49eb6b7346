import TakeFiles

/// Takes that start automatically.
package struct Schedule: Sendable, Equatable {
  /// The takes, in the order of the settings.
  package var takes: [ScheduledTake]
  /// The place for takes by the sun; without a place they never start.
  package var place: Place?

  /// A schedule of these takes.
  package init(_ takes: [ScheduledTake] = [], place: Place? = nil) {
    self.takes = takes
    self.place = place
  }

  /// A take that is due.
  package struct Due: Sendable, Equatable {
    /// Local date and time of its start.
    package var start: CivilDate
    /// Seconds from its start to its end.
    package var seconds: Double
    /// Seconds by which the local clock of ``start`` is ahead of UTC.
    package var utcOffsetSeconds: Int
    /// The index of its entry in the schedule.
    package var entry: Int

    /// A due take from its parts.
    package init(start: CivilDate, seconds: Double, utcOffsetSeconds: Int = 0, entry: Int = 0) {
      self.start = start
      self.seconds = seconds
      self.utcOffsetSeconds = utcOffsetSeconds
      self.entry = entry
    }

    /// Its start in seconds since 1970, UTC.
    package var startSeconds: Int { start.localSeconds - utcOffsetSeconds }
    /// The day of the week on which it starts.
    package var weekday: Weekday { Weekday(daysSince1970: start.localSeconds.days) }
    /// Its end in seconds since 1970, UTC.
    package var endSeconds: Double { Double(startSeconds) + seconds }
  }

  /// The starts of entries after one time and not after another, in order; a cycle counts by its first take.
  ///
  /// Entries by the clock follow the local clock alone: if a span begins and ends with different offsets from UTC, the
  /// hour skipped by summer time is part of it, and its entries start when the clock jumps. Entries by the sun follow
  /// UTC. If the clock did not move forward, nothing starts.
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

  /// An instant on both clocks.
  struct Instant: Equatable {
    /// Seconds of the local clock, as if it were UTC.
    var local: Int
    /// Seconds since 1970, UTC.
    var utc: Int
    /// Seconds by which the local clock is ahead of UTC.
    var offset: Int

    init(_ time: WallTime) {
      (local, offset) = (time.localSeconds, time.utcOffsetSeconds)
      utc = local - offset
    }

    /// The later time on each clock, with the offset of the other instant.
    func latest(_ other: Self) -> Self {
      var latest = other
      latest.local = max(local, other.local)
      latest.utc = max(utc, other.utc)
      return latest
    }

    /// The same, some seconds earlier.
    func earlier(by seconds: Int) -> Self {
      var earlier = self
      earlier.local -= seconds
      earlier.utc -= seconds
      return earlier
    }
  }

  /// The time within a span at which the local clock showed these seconds, with its offset from UTC then.
  ///
  /// A skipped hour ends with the span: only then is it known to be skipped.
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
    // A take that ends by the sun of an unknown place does not begin.
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
  /// A set clock without an offset from UTC, from `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS`; `nil` for other texts.
  package init?(local text: String) {
    guard let date = ScheduledTake.date(text) else { return nil }
    self.init(epochSeconds: Double(date.localSeconds))
  }

  /// Whole seconds of the local clock, as if it were UTC.
  var localSeconds: Int { Int(epochSeconds.rounded(.down)) + utcOffsetSeconds }
}

extension CivilDate {
  /// Seconds since 1970-01-01 00:00:00 on a clock that shows this date.
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
  /// Whole days in seconds, rounded down.
  fileprivate var days: Int { self >= 0 ? self / 86400 : (self - 86399) / 86400 }
}
