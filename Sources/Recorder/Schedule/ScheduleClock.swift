import TakeFiles

/// The part of the clock that a session has looked at, so that no take is started twice and none is forgotten.
///
/// - When the clock is first seen set, takes that should be running are due, late: after a power cut the rest of a
///   scheduled take is made, and its cycle goes on in step.
/// - When the clock jumps forward, takes in between are due; a session says which of them are over. Of a cycle it is
///   the latest alone.
/// - When summer time ends and an hour comes again, takes that go by the clock do not; those that go by the sun, and
///   the cycles that have begun, go on as time does.
/// - When summer time begins, takes in the hour that is left out are due at once.
/// - When the clock is set back, or goes by another time zone, it counts from there: the times before were wrong.
struct ScheduleClock {
  /// The clocks up to which everything was looked at.
  private var seen: Schedule.Instant?
  /// The clock at the last look.
  private var last = WallTime(epochSeconds: 0)
  /// The cycles that have begun and not ended.
  private var cycles: [OpenCycle] = []
  /// True when every take of a cycle is due that lies between two looks, also those that are over by then.
  private let isForecast: Bool

  /// Seconds by which a clock is corrected without being set back.
  static let correctionSeconds = 60.0
  /// The most by which summer time moves the local clock.
  ///
  /// - Source: the time zone database: one hour nearly everywhere, two in double summer time and at Troll.
  static let summerTimeSeconds = 7200

  /// A clock that has looked at nothing.
  init(isForecast: Bool = false) { self.isForecast = isForecast }

  /// The takes that are due now.
  ///
  /// - Parameter now: a clock that is set.
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

  /// The takes that should be running; cycles that have begun go on in step.
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

/// A cycle of takes that has begun.
private struct OpenCycle {
  /// The start of the cycle, with the seconds to its end.
  let start: Schedule.Due
  let cycle: DutyCycle
  /// True when it ends by the local clock, and not so many seconds after its start.
  let isLocal: Bool
  /// The take that comes next, from 0.
  var next = 0

  /// - Returns: `nil` when the entry makes one take.
  init?(_ start: Schedule.Due, of take: ScheduledTake) {
    guard let cycle = take.cycle else { return nil }
    self.start = start
    self.cycle = cycle
    isLocal = take.endsByClock
  }

  /// The end in seconds since 1970, UTC: 24 hours are a day of the local clock also when that has 23 or 25 hours.
  private func end(_ now: WallTime) -> Double {
    let moved = isLocal ? start.utcOffsetSeconds - now.utcOffsetSeconds : 0
    return start.endSeconds + Double(moved)
  }

  func isOver(at now: WallTime) -> Bool { now.epochSeconds >= end(now) }

  /// The takes that have begun since the last call; the last one ends with the cycle.
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
