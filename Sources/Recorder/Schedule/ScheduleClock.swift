import TakeFiles

/// Keeps track of the time up to which a session has processed the schedule, so that no take starts twice and none is
/// forgotten.
///
/// - When the clock is first found to be set, takes that should be running are due, though late: after a power cut the
///   rest of a scheduled take is recorded, and its cycle continues in step.
/// - When the clock jumps forward, all takes in between are due, and the session decides which of them are over. Of a
///   cycle, only the latest take is due.
/// - When summer time ends and an hour repeats, takes that start by the clock do not repeat; takes that start by the
///   sun, and cycles that are running, continue without regard to the clock.
/// - When summer time begins, takes that lie in the skipped hour are due at once.
/// - When the clock is set back, or its time zone changes, the schedule counts from the new time on, because the
///   earlier times were wrong.
struct ScheduleClock {
  /// The instant up to which the schedule has been processed; `nil` before the first look at the clock.
  private var seen: Schedule.Instant?
  /// The time of the clock at the last look.
  private var last = WallTime(epochSeconds: 0)
  /// The cycles that are running.
  private var cycles: [OpenCycle] = []
  /// True if all takes of a cycle that begin between two looks are due, even those that are already over.
  private let isForecast: Bool

  /// The most seconds by which a clock may be corrected backwards without counting as set back.
  static let correctionSeconds = 60.0
  /// The largest shift of the local clock by summer time, in seconds.
  ///
  /// - Source: the time zone database: one hour nearly everywhere, two in double summer time and at Troll.
  static let summerTimeSeconds = 7200

  /// Creates a schedule's clock that has not been looked at yet.
  init(isForecast: Bool = false) { self.isForecast = isForecast }

  /// Returns the takes that have become due since the last call.
  ///
  /// - Parameter now: the time of a clock that is set.
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
    let due = open(schedule.starts(after: seen, until: latest), of: schedule)
    return (due + takesOfCycles(at: now)).sorted {
      ($0.startSeconds, $0.entry) < ($1.startSeconds, $1.entry)
    }
  }

  /// Returns the takes that should be running now; cycles that are under way continue in step.
  private mutating func begin(at now: WallTime, of schedule: Schedule) -> [Schedule.Due] {
    cycles = []
    let until = Schedule.Instant(now)
    let longest = schedule.takes.map(\.longestSeconds).max() ?? 0
    let running = schedule.starts(
      after: until.earlier(by: Int(longest) + 1), until: until
    ).filter { $0.endSeconds > now.epochSeconds.rounded(.down) }
    return open(running, of: schedule)
      + takesOfCycles(at: now).filter { $0.endSeconds > now.epochSeconds }
  }

  /// Opens the cycles that begin with some of these starts, and returns the other starts.
  private mutating func open(_ starts: [Schedule.Due], of schedule: Schedule) -> [Schedule.Due] {
    starts.filter { start in
      guard let cycle = OpenCycle(start, of: schedule.takes[start.entry]) else { return true }
      cycles.append(cycle)
      return false
    }
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

/// A cycle of takes that is under way.
private struct OpenCycle {
  /// The start of the whole cycle, with the seconds to its end.
  let start: Schedule.Due
  let cycle: DutyCycle
  /// True if the cycle ends at a time of the local clock, not a number of seconds after its start.
  let isLocal: Bool
  /// The index of the cycle's next take.
  var next = 0

  /// - Returns: `nil` if the entry makes only one take.
  init?(_ start: Schedule.Due, of take: ScheduledTake) {
    guard let cycle = take.cycle else { return nil }
    self.start = start
    self.cycle = cycle
    isLocal = take.endsByClock
  }

  /// The end of the cycle in seconds since 1970, UTC; 24 hours count as one day of the local clock, even if summer time
  /// makes that day last 23 or 25 hours.
  private func end(_ now: WallTime) -> Double {
    let moved = isLocal ? start.utcOffsetSeconds - now.utcOffsetSeconds : 0
    return start.endSeconds + Double(moved)
  }

  func isOver(at now: WallTime) -> Bool { now.epochSeconds >= end(now) }

  /// Returns the takes that began since the last call; the last take of a cycle ends no later than the cycle.
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
