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

  /// Finds the day of the week that lies a number of days after 1970-01-01, which was a Thursday.
  init(daysSince1970 days: Int) {
    self = Self.allCases[((days + 3) % 7 + 7) % 7]
  }
}

/// A time given by an event of the sun, or as a number of seconds before or after such an event.
package struct SunTime: Sendable, Equatable {
  /// The event of the sun.
  package var event: SolarEvent
  /// The seconds from the event to the time; negative if the time is before the event.
  package var offsetSeconds: Int

  /// Creates a time from its parts.
  package init(_ event: SolarEvent, offsetSeconds: Int = 0) {
    (self.event, self.offsetSeconds) = (event, offsetSeconds)
  }

  /// The longest time before or after an event, in seconds.
  static let longestOffset = 12 * 3600
}

/// A cycle of takes that repeat from the start of a schedule entry to its end.
package struct DutyCycle: Sendable, Equatable {
  /// The seconds from the start of one take to the start of the next.
  package var every: Double
  /// The length of each take in seconds.
  package var take: Double
}

/// An entry of the schedule: one take, or many, that start and end automatically.
package struct ScheduledTake: Sendable, Equatable {
  /// The start of a scheduled take.
  package enum Start: Sendable, Equatable {
    /// The take starts at this second of the local day, on these days of the week, or every day if none is given.
    case daily(secondOfDay: Int, days: Set<Weekday>)
    /// The take starts once, at this date and time of the local clock.
    case once(CivilDate)
    /// The take starts by the sun, every day or only if the sun's event falls on one of these days of the local clock.
    case sun(SunTime, days: Set<Weekday>)
  }

  /// The end of a scheduled take; for a cycle, the time after which no further take begins.
  package enum End: Sendable, Equatable {
    /// The take ends this many seconds after its start.
    case after(Double)
    /// The take ends when the local clock next shows this second of the day.
    case time(secondOfDay: Int)
    /// The take ends when this time by the sun comes next.
    case sun(SunTime)
  }

  /// The start of the take, or of the cycle.
  package var start: Start
  /// The end of the take, or of the cycle.
  package var end: End
  /// The cycle of short takes; `nil` if the entry makes one take.
  package var cycle: DutyCycle?
  /// The longest duration in seconds, which counts if the end does not come earlier, for instance because the sun stays
  /// down.
  package var longest = daySeconds
  /// The range of days on which the take may start, counted by the local clock since 1970.
  package var season = Int.min...Int.max

  package static let daySeconds = 86400.0

  /// Creates a take from its parts.
  package init(start: Start, end: End, cycle: DutyCycle? = nil) {
    (self.start, self.end, self.cycle) = (start, end, cycle)
  }

  /// Creates an entry that ends this many seconds after its start.
  package init(start: Start, seconds: Double, cycle: DutyCycle? = nil) {
    self.init(start: start, end: .after(seconds), cycle: cycle)
  }

  /// The time by the sun at which the entry starts; `nil` if it starts by the clock.
  package var sunTime: SunTime? { if case .sun(let time, _) = start { time } else { nil } }

  /// The events of the sun on which the entry's start and end depend.
  package var sunEvents: [SolarEvent] {
    var events = [sunTime?.event].compactMap { $0 }
    if case .sun(let time) = end { events.append(time.event) }
    return events
  }

  /// The longest time from a start to its end, in seconds.
  var longestSeconds: Double {
    if case .after(let seconds) = end { seconds } else { longest }
  }

  /// True if the end of the entry is counted by the local clock, however that clock is shifted meanwhile.
  var endsByClock: Bool {
    switch end {
    case .after: sunTime == nil
    case .time: true
    case .sun: false
    }
  }

  /// The local time at which the entry starts, in seconds after midnight; `nil` if it starts by the sun.
  private var secondOfDay: Int? {
    switch start {
    case .daily(let second, _): second
    case .once(let date): date.localSeconds % Int(Self.daySeconds)
    case .sun: nil
    }
  }

  /// The seconds from a start of the entry to the end that belongs to it.
  ///
  /// - Parameters:
  ///   - start: the start in seconds since 1970, UTC.
  ///   - offset: seconds by which the local clock is ahead of UTC.
  func seconds(from start: Int, offset: Int, at place: Place?) -> Double {
    let day = Int(Self.daySeconds)
    switch end {
    case .after(let seconds): return seconds
    case .time(let secondOfDay):
      func rest(from second: Int) -> Int {
        let rest = ((secondOfDay - second) % day + day) % day
        return rest == 0 ? day : rest
      }
      guard let nominal = self.secondOfDay else {
        return min(longest, Double(rest(from: start + offset)))
      }
      // A take whose start lies in the hour that summer time skips starts late; if its end is skipped too, it keeps its
      // length.
      let late = ((start + offset - nominal) % day + day) % day
      let whole = rest(from: nominal)
      return min(longest, Double(late < whole ? whole - late : whole))
    case .sun(let time):
      guard let place else { return longest }
      let from = start - time.offsetSeconds
      let next = Sun(over: place).times(
        of: time.event, after: from, until: from + day
      ).first
      return min(longest, next.map { Double($0 - from) } ?? longest)
    }
  }
}

extension SunTime: CustomStringConvertible {
  /// The time in the form used in settings, such as "sunrise - 00:30".
  package var description: String {
    guard offsetSeconds != 0 else { return event.rawValue }
    let clock = CivilDate(epochSeconds: abs(offsetSeconds)).timeText
    let text = clock.hasSuffix(":00") ? String(clock.dropLast(3)) : clock
    return "\(event.rawValue) \(offsetSeconds < 0 ? "-" : "+") \(text)"
  }
}

extension ScheduledTake: CustomStringConvertible {
  /// The entry in a few words, such as "sunrise - 00:30, sat sun, every 10 min for 1 min".
  package var description: String {
    var words: [String] = []
    switch start {
    case .daily(let second, let days):
      words = [Self.short(CivilDate(epochSeconds: second).timeText)] + Self.words(days)
    case .once(let date): words = [Self.short(date.text)]
    case .sun(let time, let days): words = [time.description] + Self.words(days)
    }
    switch end {
    case .after(let seconds): words.append("for \(Self.length(seconds))")
    case .time(let second):
      words.append("until \(Self.short(CivilDate(epochSeconds: second).timeText))")
    case .sun(let time): words.append("until \(time)")
    }
    if longest < Self.daySeconds { words.append("\(Self.length(longest)) at most") }
    for (word, day) in [("from", season.lowerBound), ("to", season.upperBound)]
    where day > Int.min && day < Int.max {
      words.append("\(word) \(CivilDate(epochSeconds: day * 86400).text.prefix(10))")
    }
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

  /// A length of time in the form used in settings, such as "2 h" or "90 s".
  static func length(_ seconds: Double) -> String {
    for (unit, factor) in [("h", 3600.0), ("min", 60.0)] {
      let number = seconds / factor
      if number >= 1, number == number.rounded() { return "\(Int(number)) \(unit)" }
    }
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
