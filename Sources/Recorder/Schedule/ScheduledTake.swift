import TakeFiles

/// A day of the week.
package enum Weekday: String, CaseIterable, Sendable, Codable {
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

/// A time before or after an event of the sun.
package struct SunTime: Sendable, Equatable {
  /// The event.
  package var event: SolarEvent
  /// Seconds after it; negative for before it.
  package var offsetSeconds: Int

  /// A time from its parts.
  package init(_ event: SolarEvent, offsetSeconds: Int = 0) {
    (self.event, self.offsetSeconds) = (event, offsetSeconds)
  }

  /// The longest time before or after an event, in seconds.
  static let longestOffset = 12 * 3600
}

/// Takes that are made again and again, from the start of an entry of the schedule to its end.
package struct DutyCycle: Sendable, Equatable {
  /// Seconds from the start of one take to the start of the next.
  package var every: Double
  /// Seconds of each take.
  package var take: Double

  /// A cycle from its parts.
  package init(every: Double, take: Double) {
    (self.every, self.take) = (every, take)
  }
}

/// A take that starts and ends by itself, or many of them.
package struct ScheduledTake: Sendable, Equatable {
  /// The start of a scheduled take.
  package enum Start: Sendable, Equatable {
    /// Every day, or on these days only, so many seconds after midnight of the local clock.
    case daily(secondOfDay: Int, days: Set<Weekday>)
    /// Once, by the local clock.
    case once(CivilDate)
    /// By the sun, every day, or only when its event is on one of these days of the local clock.
    case sun(SunTime, days: Set<Weekday>)
  }

  /// The start of the take.
  package var start: Start
  /// Seconds until it ends; of a cycle, until no further take is begun.
  package var seconds: Double
  /// The cycle of short takes; `nil` for one take.
  package var cycle: DutyCycle?

  /// A take from its parts.
  package init(start: Start, seconds: Double, cycle: DutyCycle? = nil) {
    (self.start, self.seconds, self.cycle) = (start, seconds, cycle)
  }

  /// The event of the sun from which it counts; `nil` when it goes by the clock.
  package var sunTime: SunTime? { if case .sun(let time, _) = start { time } else { nil } }
}

extension SunTime: CustomStringConvertible {
  /// The time as settings have it: "sunrise - 00:30".
  package var description: String {
    guard offsetSeconds != 0 else { return event.rawValue }
    let clock = CivilDate(epochSeconds: abs(offsetSeconds)).timeText
    let text = clock.hasSuffix(":00") ? String(clock.dropLast(3)) : clock
    return "\(event.rawValue) \(offsetSeconds < 0 ? "-" : "+") \(text)"
  }
}

extension ScheduledTake: CustomStringConvertible {
  /// The entry in a few words: "sunrise - 00:30, sat sun, every 10 min for 1 min".
  package var description: String {
    var words: [String] = []
    switch start {
    case .daily(let second, let days):
      words = [Self.short(CivilDate(epochSeconds: second).timeText)] + Self.words(days)
    case .once(let date): words = [Self.short(date.text)]
    case .sun(let time, let days): words = [time.description] + Self.words(days)
    }
    words.append("for \(Self.length(seconds))")
    if let cycle {
      words.append("every \(Self.length(cycle.every)) for \(Self.length(cycle.take))")
    }
    return words.joined(separator: ", ")
  }

  private static func short(_ text: String) -> String {
    text.hasSuffix(":00") ? String(text.dropLast(3)) : text
  }

  private static func words(_ days: Set<Weekday>) -> [String] {
    let listed = Weekday.allCases.filter(days.contains).map(\.rawValue)
    return listed.isEmpty ? [] : [listed.joined(separator: " ")]
  }

  /// A length as settings have it: "2 h", "90 s".
  static func length(_ seconds: Double) -> String {
    for (unit, factor) in [("h", 3600.0), ("min", 60.0)] {
      let number = seconds / factor
      if number >= 1, number == number.rounded() { return "\(Int(number)) \(unit)" }
    }
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
