import TakeFiles

/// Schedule entries that are due, until their takes have started or are over.
///
/// - Thread: control.
final class SessionSchedule {
  /// The takes, at the current place.
  private(set) var schedule: Schedule
  private var clock = ScheduleClock()
  private var pending: [Pending] = []
  /// True while nothing starts because the clock is not set or not trusted.
  private(set) var waitsForClock = false
  private var now = WallTime(epochSeconds: 0)
  /// The last solar day looked at, and its missing events.
  private var solarDay: Int?
  private var missing: Set<SolarEvent> = []

  /// An entry whose take could not be started yet.
  private struct Pending {
    var due: Schedule.Due
    /// The last reported refusal.
    var refusal: SessionRefusal?
  }

  /// A schedule with nothing due yet.
  init(_ schedule: Schedule) { self.schedule = schedule }

  /// True if nothing could ever be due.
  var isEmpty: Bool { schedule.takes.isEmpty }

  /// True while a due take waits for its start.
  var isDue: Bool { pending.contains { Double($0.due.startSeconds) <= now.epochSeconds } }

  /// Degrees within which sunrise and sunset differ by only a few seconds: the jitter of a GPS receiver is smaller.
  private static let sameDegrees = 0.02

  /// True if some takes follow the sun, which depends on the place.
  var goesByTheSun: Bool { schedule.takes.contains { !$0.sunEvents.isEmpty } }

  /// Moves to another place's sun, if it is far enough from the current one.
  func move(to place: Place?) {
    guard let place else { return }
    if let known = schedule.place, abs(known.latitude - place.latitude) < Self.sameDegrees,
      abs(known.longitude - place.longitude) < Self.sameDegrees
    {
      return
    }
    schedule.place = place
    solarDay = nil
  }

  /// Notes entries that have become due; reports once a clock that is not set or not trusted, and once a sun that does
  /// not rise.
  func look(at time: WallTime, isTrusted: Bool = true) -> [SessionEvent] {
    guard time.isSet, isTrusted else {
      defer { waitsForClock = true }
      return waitsForClock ? [] : [.scheduleWaitsForClock]
    }
    waitsForClock = false
    now = time
    pending += clock.advance(to: time, of: schedule).map { Pending(due: $0) }
    // A clock that was set back before the start will reach it again.
    pending.removeAll {
      Double($0.due.startSeconds) > time.epochSeconds + ScheduleClock.correctionSeconds
    }
    return sunNews(at: time)
  }

  /// Starts due takes; retries one that cannot start until its end, and reports the reason once.
  ///
  /// - Parameter start: starts a take, or returns the refusal.
  func start(_ start: (Schedule.Due) -> SessionRefusal?) -> [SessionEvent] {
    guard !waitsForClock else { return [] }
    var events: [SessionEvent] = []
    var missed: [Schedule.Due] = []
    pending = pending.compactMap { entry in
      // A slightly corrected clock reaches the start again in a moment.
      guard Double(entry.due.startSeconds) <= now.epochSeconds else { return entry }
      guard let refusal = start(entry.due) else { return nil }
      if refusal == .scheduleMissed {
        missed.append(entry.due)
      } else if entry.refusal?.isSameKind(as: refusal) != true {
        events.append(.scheduleRefused(entry.due, refusal))
      }
      return refusal.endsSchedule ? nil : Pending(due: entry.due, refusal: refusal)
    }
    // A clock set forward by years has passed thousands.
    if missed.count > 1, let last = missed.last {
      events.append(.scheduleMissed(missed.count, last: last))
    } else {
      events += missed.map { .scheduleRefused($0, .scheduleMissed) }
    }
    return events
  }

  /// Reports events of the sun that takes wait for and that a day lacks, once until they return.
  private func sunNews(at time: WallTime) -> [SessionEvent] {
    guard let place = schedule.place else { return [] }
    let sun = Sun(over: place)
    let day = sun.day(at: time.epochSeconds)
    guard day != solarDay else { return [] }
    solarDay = day
    let events = Set(schedule.takes.flatMap(\.sunEvents))
    let lacking = events.filter { sun.time(of: $0, day: day) == nil }
    defer { missing = lacking }
    return SolarEvent.allCases.filter { lacking.contains($0) && !missing.contains($0) }.map {
      .scheduleWithoutSun($0, isUp: sun.isUp($0, day: day))
    }
  }
}
