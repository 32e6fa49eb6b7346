import TakeFiles

/// Starts the takes of the schedule: an entry is pending from the time it is due until its take has started or is over.
///
/// - Thread: control.
final class SessionSchedule {
  /// The schedule, at the recorder's current place.
  private(set) var schedule: Schedule
  private var clock = ScheduleClock()
  private var pending: [Pending] = []
  /// True while no take starts because the clock is not set or not trusted.
  private(set) var waitsForClock = false
  private var now = WallTime(epochSeconds: 0)
  /// The last solar day that was checked; ``missing`` has the events of the sun that do not happen on that day.
  private var solarDay: Int?
  private var missing: Set<SolarEvent> = []

  /// An entry whose take could not be started yet.
  private struct Pending {
    var due: Schedule.Due
    /// The refusal of this take that was reported last; `nil` if none was.
    var refusal: SessionRefusal?
  }

  /// Starts with a schedule of which nothing is due yet.
  init(_ schedule: Schedule) { self.schedule = schedule }

  /// True if the schedule has no entries, so that nothing can ever be due.
  var isEmpty: Bool { schedule.takes.isEmpty }

  /// True while a take that is due has not been started yet.
  var isDue: Bool { pending.contains { Double($0.due.startSeconds) <= now.epochSeconds } }

  /// The largest difference of places, in degrees, that counts as the same place.
  ///
  /// Sunrise and sunset differ by only a few seconds within it, and the jitter of a GPS receiver is smaller.
  private static let sameDegrees = 0.02

  /// True if some takes follow the sun, so that they depend on the place.
  var goesByTheSun: Bool { schedule.takes.contains { !$0.sunEvents.isEmpty } }

  /// Lets takes follow the sun at another place, if that place is far enough from the current one.
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

  /// Notes the entries that have become due; reports a clock that is not set or not trusted, and missing events of the
  /// sun, once each.
  func look(at time: WallTime, isTrusted: Bool = true) -> [SessionEvent] {
    guard time.isSet, isTrusted else {
      defer { waitsForClock = true }
      return waitsForClock ? [] : [.scheduleWaitsForClock]
    }
    waitsForClock = false
    now = time
    pending += clock.advance(to: time, of: schedule).map { Pending(due: $0) }
    // Drop entries that start in the future because the clock was set back: it will reach their starts again.
    pending.removeAll {
      Double($0.due.startSeconds) > time.epochSeconds + ScheduleClock.correctionSeconds
    }
    return sunNews(at: time)
  }

  /// Starts the takes that are due; a take that cannot start is retried as long as memory holds any of its sound, and
  /// the reason is reported once.
  ///
  /// - Parameter start: starts a take, or returns the reason why it cannot.
  func start(_ start: (Schedule.Due) -> SessionRefusal?) -> [SessionEvent] {
    guard !waitsForClock else { return [] }
    var events: [SessionEvent] = []
    var missed: [Schedule.Due] = []
    pending = pending.compactMap { entry in
      // If the clock was corrected by a little, it will reach the start again in a moment.
      guard Double(entry.due.startSeconds) <= now.epochSeconds else { return entry }
      guard let refusal = start(entry.due) else { return nil }
      if refusal == .scheduleMissed {
        missed.append(entry.due)
      } else if entry.refusal?.isSameKind(as: refusal) != true {
        events.append(.scheduleRefused(entry.due, refusal))
      }
      return refusal.endsSchedule ? nil : Pending(due: entry.due, refusal: refusal)
    }
    // If the clock was set forward by years, thousands of takes were missed: report them as one.
    if missed.count > 1, let last = missed.last {
      events.append(.scheduleMissed(missed.count, last: last))
    } else {
      events += missed.map { .scheduleRefused($0, .scheduleMissed) }
    }
    return events
  }

  /// Reports events of the sun that do not happen today although takes depend on them; each is reported once until it
  /// returns.
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
