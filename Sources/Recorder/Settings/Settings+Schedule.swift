import TOML
import TakeFiles

extension Settings {
  /// Shorter takes are a mistake of units; the longest is a week.
  private static let lengths = 1.0...604_800

  /// Reads a length of time: "2 h", "30 min" or "90 s".
  static func length(_ table: TOMLTable, _ key: String) throws(TOMLError) -> Double? {
    let expected = "a length such as \"2 h\", \"30 min\" or \"90 s\" is expected"
    guard let text = try table.string(key) else { return nil }
    guard let (number, unit) = TakeSplit.parts(of: text) else {
      throw table.error(at: key, "is the string \"\(text)\"", expected)
    }
    guard let factor = TakeSplit.times[unit] else {
      throw table.error(at: key, "has the unit \"\(unit)\"", "allowed: s, min, h")
    }
    guard lengths.contains(number * factor) else {
      throw table.error(at: key, "is \(number) \(unit)", "allowed is 1 s to 168 h")
    }
    return number * factor
  }
}

extension ScheduledTake {
  /// Reads an entry of `[[schedule]]`.
  init(_ table: TOMLTable) throws(TOMLError) {
    let at = try table.string("at", example: "\"05:30\"")
    let days = try table.choices("days", Weekday.self)
    let seconds = try table.required(
      "duration", Settings.length(table, "duration"), example: "\"2 h\"")
    if let second = Self.timeOfDay(at) {
      if days?.isEmpty == true {
        throw table.error(at: "days", "is empty", "name a day, or remove the key for every day")
      }
      self.init(start: .daily(secondOfDay: second, days: Set(days ?? [])), seconds: seconds)
    } else if let date = Self.date(at) {
      guard days == nil else {
        throw table.error(at: "days", "belongs to a time of day, and at has a date", "remove it")
      }
      self.init(start: .once(date), seconds: seconds)
    } else {
      throw table.error(
        at: "at", "is the string \"\(at)\"",
        "a time of day such as \"05:30\", or a date and a time such as \"2026-11-20 05:30\", is expected"
      )
    }
  }

  /// Seconds after midnight of `HH:MM` or `HH:MM:SS`.
  private static func timeOfDay(_ text: String) -> Int? {
    date("1970-01-01 " + text).map(\.secondOfDay)
  }

  /// A date that exists, as `YYYY-MM-DD HH:MM` or with seconds.
  static func date(_ text: String) -> CivilDate? {
    let whole = text.utf8.count == 16 ? text + ":00" : text
    guard let date = CivilDate(text: whole), date.text == whole,
      CivilDate(epochSeconds: date.localSeconds) == date
    else { return nil }
    return date
  }
}
