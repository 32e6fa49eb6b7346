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

  /// The end of a scheduled take; of a cycle, the time from which on no further take is begun.
  package enum End: Sendable, Equatable {
    /// So many seconds after the start.
    case after(Double)
    /// The next time that the local clock shows so many seconds after midnight.
    case time(secondOfDay: Int)
    /// The next time by the sun.
    case sun(SunTime)
  }

  /// The start of the take.
  package var start: Start
  /// Its end.
  package var end: End
  /// The cycle of short takes; `nil` for one take.
  package var cycle: DutyCycle?
  /// The most seconds from its start to its end: where the end does not come by then, as where the sun stays down.
  package var longest = daySeconds
  /// The days of the local clock, since 1970, on which it may start.
  package var season = Int.min...Int.max

  package static let daySeconds = 86400.0

  /// A take from its parts.
  package init(start: Start, end: End, cycle: DutyCycle? = nil) {
    (self.start, self.end, self.cycle) = (start, end, cycle)
  }

  /// A take of so many seconds.
  package init(start: Start, seconds: Double, cycle: DutyCycle? = nil) {
    self.init(start: start, end: .after(seconds), cycle: cycle)
  }

  /// The event of the sun from which it counts; `nil` when it starts by the clock.
  package var sunTime: SunTime? { if case .sun(let time, _) = start { time } else { nil } }

  /// The events of the sun that it starts and ends with.
  package var sunEvents: [SolarEvent] {
    var events = [sunTime?.event].compactMap { $0 }
    if case .sun(let time) = end { events.append(time.event) }
    return events
  }

  /// The most seconds from a start to its end.
  var longestSeconds: Double {
    if case .after(let seconds) = end { seconds } else { longest }
  }

  /// True when it ends by the local clock, whatever that is moved by meanwhile.
  var endsByClock: Bool {
    switch end {
    case .after: sunTime == nil
    case .time: true
    case .sun: false
    }
  }

  /// The time of the local clock at which it starts, in seconds after midnight; `nil` for one by the sun.
  private var secondOfDay: Int? {
    switch start {
    case .daily(let second, _): second
    case .once(let date): date.localSeconds % Int(Self.daySeconds)
    case .sun: nil
    }
  }

  /// Seconds from a start to its end.
  ///
  /// - Parameters:
  ///   - start: seconds since 1970, UTC.
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
      // In the hour that summer time leaves out it starts late; where its end is left out too, it keeps its length.
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

  /// A length as settings have it: "2 h", "90 s".
  static func length(_ seconds: Double) -> String {
    for (unit, factor) in [("h", 3600.0), ("min", 60.0)] {
      let number = seconds / factor
      if number >= 1, number == number.rounded() { return "\(Int(number)) \(unit)" }
    }
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
