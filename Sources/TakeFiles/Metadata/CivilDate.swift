/// A date and a time of day as people write them.
public struct CivilDate: Sendable, Hashable, Comparable {
  /// The year of the Gregorian calendar.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int
  /// The second, 0 to 59; there is no 60, because the kernel's clock has no leap seconds.
  public let second: Int

  /// A date from its parts.
  public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The local date and time at a moment, in a time zone.
  ///
  /// - Parameters:
  ///   - epochSeconds: seconds since 1970-01-01 00:00:00 UTC.
  ///   - utcOffsetSeconds: how many seconds the local clock is ahead of UTC.
  /// - Source: H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
  public init(epochSeconds: Int, utcOffsetSeconds: Int = 0) {
    let local = epochSeconds + utcOffsetSeconds
    let days = local.dividedFloor(by: 86400)
    let time = local - days * 86400
    // Count days since 0000-03-01: the leap day is then the last day of a year, and every month starts on a fixed day.
    let shifted = days + 719_468
    let era = shifted.dividedFloor(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
      hour: time / 3600, minute: time / 60 % 60, second: time % 60)
  }

  /// True if one date is earlier than another.
  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day, a.hour * 3600 + a.minute * 60 + a.second)
      < (b.year, b.month, b.day, b.hour * 3600 + b.minute * 60 + b.second)
  }
}

extension Int {
  fileprivate func dividedFloor(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
