import TakeFiles

/// Entries of the schedule whose time has come, until their takes are started or over.
///
/// - Thread: control.
final class SessionSchedule {
  /// The takes, at the present place.
  private(set) var schedule: Schedule
  private var clock = ScheduleClock()
  private var pending: [Pending] = []
  /// True while nothing starts, because the clock is not set or is not trusted.
  private(set) var waitsForClock = false
  private var now = WallTime(epochSeconds: 0)
  /// The solar day that was looked at, and the events that it lacks.
  private var solarDay: Int?
  private var missing: Set<SolarEvent> = []

  /// An entry whose take could not be started yet.
  private struct Pending {
    var due: Schedule.Due
    /// The refusal that was told last.
    var refusal: SessionRefusal?
  }

  /// A schedule of which nothing is due yet.
  init(_ schedule: Schedule) { self.schedule = schedule }

  /// True when nothing could ever be due.
  var isEmpty: Bool { schedule.takes.isEmpty }

  /// True while a take whose time has come waits for its start.
  var isDue: Bool { pending.contains { Double($0.due.startSeconds) <= now.epochSeconds } }

  /// Degrees within which the sun rises and sets at the same time to a few seconds: a receiver trembles by less.
  private static let sameDegrees = 0.02

  /// True when some takes go by the sun, which is another one at another place.
  var goesByTheSun: Bool { schedule.takes.contains { !$0.sunEvents.isEmpty } }

  /// Goes by the sun of another place, if it is far enough from the present one.
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

  /// Notes entries that have become due; a clock that is not set, or not trusted, is told once, and so is a sun that
  /// does not rise.
  func look(at time: WallTime, isTrusted: Bool = true) -> [SessionEvent] {
    guard time.isSet, isTrusted else {
      defer { waitsForClock = true }
      return waitsForClock ? [] : [.scheduleWaitsForClock]
    }
    waitsForClock = false
    now = time
    pending += clock.advance(to: time, of: schedule).map { Pending(due: $0) }
    // A clock that was set back before its start comes there again.
    pending.removeAll {
      Double($0.due.startSeconds) > time.epochSeconds + ScheduleClock.correctionSeconds
    }
    return sunNews(at: time)
  }

  /// Starts takes whose time has come; one that cannot be started is tried again until its end, and the reason is told
  /// once.
  ///
  /// - Parameter start: starts a take, or gives the refusal.
  func start(_ start: (Schedule.Due) -> SessionRefusal?) -> [SessionEvent] {
    guard !waitsForClock else { return [] }
    var events: [SessionEvent] = []
    var missed: [Schedule.Due] = []
    pending = pending.compactMap { entry in
      // A clock that was corrected by a little comes to its start again in a moment.
      guard Double(entry.due.startSeconds) <= now.epochSeconds else { return entry }
      guard let refusal = start(entry.due) else { return nil }
      if refusal == .scheduleMissed {
        missed.append(entry.due)
      } else if entry.refusal?.isSameKind(as: refusal) != true {
        events.append(.scheduleRefused(entry.due, refusal))
      }
      return refusal.endsSchedule ? nil : Pending(due: entry.due, refusal: refusal)
    }
    // A clock that was set by years has passed thousands.
    if missed.count > 1, let last = missed.last {
      events.append(.scheduleMissed(missed.count, last: last))
    } else {
      events += missed.map { .scheduleRefused($0, .scheduleMissed) }
    }
    return events
  }

  /// Tells events of the sun that takes wait for and that a day does not have, once until they are back.
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
