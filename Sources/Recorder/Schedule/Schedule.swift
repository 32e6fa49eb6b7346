import TakeFiles

/// Takes that start by themselves.
package struct Schedule: Sendable, Equatable {
  /// The takes, in the order of the settings.
  package var takes: [ScheduledTake]
  /// The place by whose sun some of them go; those never start without it.
  package var place: Place?

  /// A schedule of these takes.
  package init(_ takes: [ScheduledTake] = [], place: Place? = nil) {
    self.takes = takes
    self.place = place
  }

  /// A take whose time has come.
  package struct Due: Sendable, Equatable {
    /// Local date and time of its start.
    package var start: CivilDate
    /// Seconds from its start to its end.
    package var seconds: Double
    /// Seconds that the local clock of ``start`` is ahead of UTC.
    package var utcOffsetSeconds: Int
    /// The place of its entry in the schedule, from 0.
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

  /// The starts of entries after one time and not after another, in their order; of a cycle, its first one.
  ///
  /// Entries that go by the clock follow the local clock alone: of a span that begins and ends with different offsets
  /// from UTC, the hour that summer time leaves out is part. Entries that go by the sun follow UTC. When the clock did
  /// not move forward nothing starts. Local times are those of the offset at the end of the span.
  package func due(after: WallTime, until: WallTime) -> [Due] {
    starts(
      after: Instant(after), until: Instant(until), offset: until.utcOffsetSeconds)
  }

  /// An instant on both clocks.
  struct Instant: Equatable {
    /// Seconds of the local clock, as if it were UTC.
    var local: Int
    /// Seconds since 1970, UTC.
    var utc: Int

    init(_ time: WallTime) {
      local = time.localSeconds
      utc = local - time.utcOffsetSeconds
    }

    /// The later one of each clock.
    func latest(_ other: Self) -> Self {
      var latest = self
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

  /// As the public form, on both clocks.
  func starts(after: Instant, until: Instant, offset: Int) -> [Due] {
    takes.enumerated().flatMap { index, take in
      starts(of: take, after: after, until: until, offset: offset).map {
        Due(
          start: CivilDate(epochSeconds: $0), seconds: take.seconds, utcOffsetSeconds: offset,
          entry: index)
      }
    }.sorted { ($0.start, $0.entry) < ($1.start, $1.entry) }
  }

  private func starts(
    of take: ScheduledTake, after: Instant, until: Instant, offset: Int
  ) -> [Int] {
    switch take.start {
    case .once(let date):
      let start = date.localSeconds
      return start > after.local && start <= until.local ? [start] : []
    case .daily(let secondOfDay, let days):
      guard until.local > after.local else { return [] }
      return ((after.local + 1).days...until.local.days).compactMap { day in
        let start = day * 86400 + secondOfDay
        let isDay = days.isEmpty || days.contains(Weekday(daysSince1970: day))
        return isDay && start > after.local && start <= until.local ? start : nil
      }
    case .sun(let time, let days):
      guard let place, until.utc > after.utc else { return [] }
      let events = Sun(over: place).times(
        of: time.event, after: after.utc - time.offsetSeconds,
        until: until.utc - time.offsetSeconds)
      return events.map { $0 + offset }.filter { event in
        days.isEmpty || days.contains(Weekday(daysSince1970: event.days))
      }.map { $0 + time.offsetSeconds }
    }
  }
}

extension WallTime {
  /// A set clock without an offset from UTC that shows `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS`; `nil` for other
  /// texts.
  package init?(local text: String) {
    guard let date = ScheduledTake.date(text) else { return nil }
    self.init(epochSeconds: Double(date.localSeconds))
  }

  /// Whole seconds of the local clock, as if it were UTC.
  var localSeconds: Int { Int(epochSeconds.rounded(.down)) + utcOffsetSeconds }
}

extension CivilDate {
  /// Seconds since 1970-01-01 00:00:00 of a clock that shows this date.
  ///
  /// - Source: H. Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
  var localSeconds: Int {
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
