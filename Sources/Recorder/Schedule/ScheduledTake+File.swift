import TOML
import TakeFiles

/// The keys that an entry of `[[schedule]]` can have.
private struct ScheduleEntry: KeyedTable {
  @Key(
    "at", .text,
    "a local time of day, a date and time (\"2026-11-20 05:30\"), or \"sunrise - 00:30\"",
    example: "\"05:30\"")
  var at: String?
  @Key("duration", .length, "the length of the take", example: "\"2 h\"") var duration: Double?
  @Key(
    "until", .text, "the end: a time of day, or relative to the sun; duration is then the maximum",
    example: "\"sunrise + 00:30\"")
  var until: String?
  @Key("every", .length, "how often a short take begins", example: "\"10 min\"") var every: Double?
  @Key("for", .length, "the length of each short take", example: "\"1 min\"") var take: Double?
  @Key("days", .words(), "only on these days", example: "[\"sat\", \"sun\"]")
  var days: Set<Weekday>?
  @Key("first", .text, "the first day of the season", example: "\"2027-03-01\"") var first: String?
  @Key("last", .text, "the last day of the season", example: "\"2027-07-31\"") var last: String?
}

extension ScheduledTake: TableValue {
  package static var keys: [KeyDeclaration] { ScheduleEntry.keys }

  /// Reads an entry of `[[schedule]]`.
  ///
  /// - Throws: `TOMLError`, which names the key that is wrong or missing.
  package init(_ table: TOMLTable) throws(TOMLError) {
    let entry = try ScheduleEntry(table)
    let at = try table.string("at", example: "\"05:30\"")
    let end = try End(entry, table)
    let cycle = try DutyCycle(entry, table)
    if entry.days?.isEmpty == true {
      throw table.error(at: "days", "is empty", "name a day, or remove the key for every day")
    }
    let days = entry.days ?? []
    let start: Start
    if let second = Self.timeOfDay(at) {
      start = .daily(secondOfDay: second, days: days)
    } else if let date = Self.date(at) {
      let others = [("days", entry.days != nil), ("first", entry.first != nil)]
      for (key, isGiven) in others + [("last", entry.last != nil)] where isGiven {
        throw table.error(at: key, "needs a time of day, but at has a date", "remove it")
      }
      start = .once(date)
    } else if let time = try SunTime(at, table, key: "at") {
      start = .sun(time, days: days)
    } else {
      throw table.error(
        at: "at", "is the string \"\(at)\"",
        "write a time of day such as \"05:30\", a date and a time such as \"2026-11-20 05:30\", or a time relative to "
          + "the sun such as \"sunrise - 00:30\"")
    }
    self.init(start: start, end: end, cycle: cycle)
    if entry.until != nil, let most = entry.duration { longest = min(longest, most) }
    let first = try Self.day(entry.first, "first", table) ?? .min
    let last = try Self.day(entry.last, "last", table) ?? .max
    guard first <= last else {
      throw table.error(at: "last", "is before first", "give a later day")
    }
    season = first...last
  }

  /// Reads a date such as "YYYY-MM-DD" as a number of days since 1970.
  private static func day(
    _ text: String?, _ key: String, _ table: TOMLTable
  ) throws(TOMLError) -> Int? {
    guard let text else { return nil }
    guard let date = date(text + " 00:00") else {
      throw table.error(
        at: key, "is the string \"\(text)\"", "a date such as \"2027-03-01\" is expected")
    }
    return date.localSeconds / 86400
  }

  /// Reads `HH:MM` or `HH:MM:SS` as seconds after midnight.
  fileprivate static func timeOfDay(_ text: String) -> Int? {
    date("1970-01-01 " + text).map(\.secondOfDay)
  }

  /// Reads a date and time, as `YYYY-MM-DD HH:MM` or with seconds; `nil` if there is no such date.
  static func date(_ text: String) -> CivilDate? {
    let whole = text.utf8.count == 16 ? text + ":00" : text
    guard let date = CivilDate(text: whole), date.text == whole,
      CivilDate(epochSeconds: date.localSeconds) == date
    else { return nil }
    return date
  }
}

extension ScheduledTake.End {
  /// Reads the end of a take from `until` or, if that is missing, from `duration`.
  fileprivate init(_ entry: ScheduleEntry, _ table: TOMLTable) throws(TOMLError) {
    guard let until = entry.until else {
      self = .after(try table.required("duration", entry.duration, example: "\"2 h\""))
      return
    }
    if let second = ScheduledTake.timeOfDay(until) {
      self = .time(secondOfDay: second)
    } else if let time = try SunTime(until, table, key: "until") {
      self = .sun(time)
    } else {
      throw table.error(
        at: "until", "is the string \"\(until)\"",
        "write a time of day such as \"02:00\", or a time relative to the sun such as \"sunrise + 00:30\""
      )
    }
  }
}

extension SunTime {
  /// Reads "sunrise", "sunset + 01:00", "dawn - 0:30"; `nil` for a text that does not begin with an event of the sun.
  fileprivate init?(_ text: String, _ table: TOMLTable, key: String) throws(TOMLError) {
    guard let event = SolarEvent.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
      return nil
    }
    let rest = text.dropFirst(event.rawValue.count).filter { $0 != " " }
    guard let sign = rest.first else {
      self.init(event)
      return
    }
    let seconds = Self.seconds(rest.dropFirst())
    guard sign == "+" || sign == "-", let seconds, seconds <= Self.longestOffset else {
      throw table.error(
        at: key, "is the string \"\(text)\"",
        "write \"\(event.rawValue)\" alone, or with + or - and hours and minutes up to 12:00, such as "
          + "\"\(event.rawValue) - 00:30\"")
    }
    self.init(event, offsetSeconds: sign == "-" ? -seconds : seconds)
  }

  /// Reads "H:MM" or "HH:MM" as seconds.
  private static func seconds(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isNumber = { (part: Substring) in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy(isNumber), let hours = Int(parts[0]), let minutes = Int(parts[1]),
      minutes < 60
    else { return nil }
    return hours * 3600 + minutes * 60
  }
}

extension DutyCycle {
  /// Reads a cycle from `every` and `for`; `nil` if both are missing.
  fileprivate init?(
    _ entry: ScheduleEntry, _ table: TOMLTable
  ) throws(TOMLError) {
    guard let every = entry.every else {
      if entry.take != nil {
        throw table.error(
          at: "for", "is the length of repeated takes, but the key every is missing",
          "add, for example, every = \"10 min\", or give the length of one take as duration")
      }
      return nil
    }
    let take = try table.required("for", entry.take, example: "\"1 min\"")
    guard take < every else {
      throw table.error(
        at: "for", "is not shorter than the key every",
        "each take must end before the next one begins; for one long take, remove the keys every and for"
      )
    }
    guard every < entry.duration ?? ScheduledTake.daySeconds else {
      throw table.error(
        at: "every", "is not shorter than duration (a day, if duration is missing)",
        "duration is the time during which takes are repeated, such as \"2 h\"")
    }
    self.init(every: every, take: take)
  }
}
