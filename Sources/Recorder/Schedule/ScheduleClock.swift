import TakeFiles

/// The part of the clock that a session has processed, so that no take starts twice and none is forgotten.
///
/// - When the clock is first seen set, takes that should be running are due, late: after a power cut the rest of a
///   scheduled take is recorded, and its cycle continues in step.
/// - When the clock jumps forward, takes in between are due; a session decides which of them are over. For a cycle only
///   the latest is due.
/// - When summer time ends and an hour repeats, takes by the clock do not repeat; takes by the sun, and running cycles,
///   continue as time does.
/// - When summer time begins, takes in the skipped hour are due at once.
/// - When the clock is set back, or changes its time zone, it counts from there: the earlier times were wrong.
struct ScheduleClock {
  /// The clocks up to which everything was processed.
  private var seen: Schedule.Instant?
  /// The clock at the last look.
  private var last = WallTime(epochSeconds: 0)
  /// The running cycles.
  private var cycles: [OpenCycle] = []
  /// True if every take of a cycle between two looks is due, even one that is over by then.
  private let isForecast: Bool

  /// Seconds by which a clock may be corrected without counting as set back.
  static let correctionSeconds = 60.0
  /// The largest shift of the local clock by summer time.
  ///
  /// - Source: the time zone database: one hour nearly everywhere, two in double summer time and at Troll.
  static let summerTimeSeconds = 7200

  /// A clock before its first look.
  init(isForecast: Bool = false) { self.isForecast = isForecast }

  /// The takes that are due now.
  ///
  /// - Parameter now: a set clock.
  mutating func advance(to now: WallTime, of schedule: Schedule) -> [Schedule.Due] {
    defer { last = now }
    let instant = Schedule.Instant(now)
    guard let seen else {
      self.seen = instant
      return begin(at: now, of: schedule)
    }
    let setBack = last.epochSeconds - now.epochSeconds > Self.correctionSeconds
    let moved = now.utcOffsetSeconds - last.utcOffsetSeconds
    if setBack || abs(moved) > Self.summerTimeSeconds {
      self.seen = instant
      let running = begin(at: now, of: schedule)
      return setBack || moved < 0 ? [] : running
    }
    let latest = seen.latest(instant)
    guard latest != seen else { return [] }
    self.seen = latest
    var due: [Schedule.Due] = []
    for start in schedule.starts(after: seen, until: latest) {
      if let cycle = OpenCycle(start, of: schedule.takes[start.entry]) {
        cycles.append(cycle)
      } else {
        due.append(start)
      }
    }
    return (due + takesOfCycles(at: now)).sorted {
      ($0.startSeconds, $0.entry) < ($1.startSeconds, $1.entry)
    }
  }

  /// The takes that should be running; cycles under way continue in step.
  private mutating func begin(at now: WallTime, of schedule: Schedule) -> [Schedule.Due] {
    cycles = []
    let until = Schedule.Instant(now)
    let longest = schedule.takes.map(\.longestSeconds).max() ?? 0
    let running = schedule.starts(
      after: until.earlier(by: Int(longest) + 1), until: until
    ).filter { $0.endSeconds > now.epochSeconds.rounded(.down) }
    var due: [Schedule.Due] = []
    for start in running {
      if let cycle = OpenCycle(start, of: schedule.takes[start.entry]) {
        cycles.append(cycle)
      } else {
        due.append(start)
      }
    }
    return due + takesOfCycles(at: now).filter { $0.endSeconds > now.epochSeconds }
  }

  private mutating func takesOfCycles(at now: WallTime) -> [Schedule.Due] {
    var due: [Schedule.Due] = []
    for index in cycles.indices {
      let takes = cycles[index].advance(to: now)
      let current = takes.filter { isForecast || $0.endSeconds > now.epochSeconds }
      due += current.isEmpty ? takes.suffix(1) : current
    }
    cycles.removeAll { $0.isOver(at: now) }
    return due
  }
}

/// A cycle of takes under way.
private struct OpenCycle {
  /// The start of the cycle, with the seconds to its end.
  let start: Schedule.Due
  let cycle: DutyCycle
  /// True if it ends by the local clock, not a number of seconds after its start.
  let isLocal: Bool
  /// The index of the next take.
  var next = 0

  /// - Returns: `nil` if the entry makes one take.
  init?(_ start: Schedule.Due, of take: ScheduledTake) {
    guard let cycle = take.cycle else { return nil }
    self.start = start
    self.cycle = cycle
    isLocal = take.endsByClock
  }

  /// The end in seconds since 1970, UTC: 24 hours are one day of the local clock even if it has 23 or 25 hours.
  private func end(_ now: WallTime) -> Double {
    let moved = isLocal ? start.utcOffsetSeconds - now.utcOffsetSeconds : 0
    return start.endSeconds + Double(moved)
  }

  func isOver(at now: WallTime) -> Bool { now.epochSeconds >= end(now) }

  /// The takes begun since the last call; the last one ends with the cycle.
  mutating func advance(to now: WallTime) -> [Schedule.Due] {
    let end = end(now)
    let first = Double(start.startSeconds)
    let begun = Int(((now.epochSeconds - first) / cycle.every).rounded(.down)) + 1
    guard begun > next else { return [] }
    defer { next = begun }
    return (next..<begun).compactMap { index in
      let begins = first + Double(index) * cycle.every
      guard begins < end else { return nil }
      return Schedule.Due(
        start: CivilDate(
          epochSeconds: Int(begins.rounded()), utcOffsetSeconds: now.utcOffsetSeconds),
        seconds: min(cycle.take, end - begins), utcOffsetSeconds: now.utcOffsetSeconds,
        entry: start.entry)
    }
  }
}
