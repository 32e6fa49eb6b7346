import TakeFiles

/// A day of the week.
public enum Weekday: String, CaseIterable, Sendable, Codable {
  /// Monday, the first day of the week.
  case mon
  /// Tuesday.
  case tue
  /// Wednesday.
  case wed
  /// Thursday.
  case thu
  /// Friday.
  case fri
  /// Saturday.
  case sat
  /// Sunday.
  case sun

  /// The day of the week of a number of days since 1970-01-01, which was a Thursday.
  init(daysSince1970 days: Int) {
    self = Self.allCases[((days + 3) % 7 + 7) % 7]
  }
}

/// A take that starts and ends by itself.
public struct ScheduledTake: Sendable, Equatable {
  /// The start of a scheduled take, by the local clock.
  public enum Start: Sendable, Equatable {
    /// Every day, or on these days only, so many seconds after midnight.
    case daily(secondOfDay: Int, days: Set<Weekday>)
    /// Once.
    case once(CivilDate)
  }

  /// The start of the take.
  public var start: Start
  /// Seconds until it ends.
  public var seconds: Double

  /// A take from its parts.
  public init(start: Start, seconds: Double) {
    self.start = start
    self.seconds = seconds
  }
}

/// Takes that start by themselves.
public struct Schedule: Sendable, Equatable {
  /// The takes, in the order of the settings.
  public var takes: [ScheduledTake]

  /// A schedule of these takes.
  public init(_ takes: [ScheduledTake] = []) {
    self.takes = takes
  }

  /// A take whose time has come.
  public struct Due: Sendable, Equatable {
    /// Local date and time of its start.
    public var start: CivilDate
    /// Seconds from its start to its end.
    public var seconds: Double

    /// A due take from its parts.
    public init(start: CivilDate, seconds: Double) {
      self.start = start
      self.seconds = seconds
    }

    /// Seconds of the local clock at its start.
    var startSeconds: Int { start.localSeconds }
    /// Seconds of the local clock at its end.
    var endSeconds: Double { Double(startSeconds) + seconds }
  }

  /// The takes that start after one time and not after another, by the local clock; in order of their starts.
  ///
  /// Only the local clock counts: of a span that begins and ends with different offsets from UTC, the hour that summer
  /// time leaves out is part. When the clock did not move forward nothing is due.
  public func due(after: WallTime, until: WallTime) -> [Due] {
    due(after: after.localSeconds, until: until.localSeconds)
  }

  /// As the public form, in seconds of the local clock.
  func due(after: Int, until: Int) -> [Due] {
    guard until > after else { return [] }
    return takes.flatMap { take in
      Self.starts(of: take, from: after + 1, through: until).map {
        Due(start: CivilDate(epochSeconds: $0), seconds: take.seconds)
      }
    }.sorted { $0.start < $1.start }
  }

  private static func starts(of take: ScheduledTake, from first: Int, through last: Int) -> [Int] {
    switch take.start {
    case .once(let date):
      let start = date.localSeconds
      return (first...last).contains(start) ? [start] : []
    case .daily(let secondOfDay, let days):
      return (first.days...last.days).compactMap { day in
        let start = day * 86400 + secondOfDay
        let isDay = days.isEmpty || days.contains(Weekday(daysSince1970: day))
        return isDay && (first...last).contains(start) ? start : nil
      }
    }
  }
}

/// The part of the local clock that a session has looked at, so that no take is started twice and none is forgotten.
///
/// - When the clock is first seen set, takes that should be running are due, late: after a power cut the rest of a
///   scheduled take is made.
/// - When the clock jumps forward, takes in between are due; a session says which of them are over.
/// - When summer time ends and an hour comes again, its takes do not.
/// - When the clock is set back, it counts from there: the times before were wrong.
struct ScheduleClock {
  /// The local clock up to which everything was looked at.
  private var seen: Int?
  /// The clock at the last look.
  private var last = WallTime(epochSeconds: 0)

  /// Seconds by which a clock is corrected without being set back.
  static let correctionSeconds = 60.0
  /// The most by which summer time moves the local clock.
  ///
  /// - Source: the time zone database: one hour nearly everywhere, two in double summer time and at Troll.
  static let summerTimeSeconds = 7200

  /// The takes that are due now.
  ///
  /// - Parameter now: a clock that is set.
  mutating func advance(to now: WallTime, of schedule: Schedule) -> [Schedule.Due] {
    defer { last = now }
    let local = now.localSeconds
    guard let seen else {
      self.seen = local
      let longest = schedule.takes.map(\.seconds).max() ?? 0
      return schedule.due(after: local - Int(longest) - 1, until: local)
        .filter { $0.endSeconds > Double(local) }
    }
    let setBack = last.epochSeconds - now.epochSeconds > Self.correctionSeconds
    let moved = last.utcOffsetSeconds - now.utcOffsetSeconds > Self.summerTimeSeconds
    if setBack || moved {
      self.seen = local
      return []
    }
    guard local > seen else { return [] }
    self.seen = local
    return schedule.due(after: seen, until: local)
  }
}

extension WallTime {
  /// A set clock without an offset from UTC that shows `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS`; `nil` for other
  /// texts.
  public init?(local text: String) {
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
