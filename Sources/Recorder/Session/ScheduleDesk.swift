import TakeFiles

/// Entries of the schedule whose time has come, until their takes are started or over.
///
/// - Thread: control.
final class ScheduleDesk {
  private let schedule: Schedule
  private var clock = ScheduleClock()
  private var pending: [Pending] = []
  private var waitsForClock = false

  /// An entry whose take could not be started yet.
  private struct Pending {
    var due: Schedule.Due
    /// The refusal that was told last.
    var refusal: SessionRefusal?
  }

  /// A desk on which nothing is due yet.
  init(_ schedule: Schedule) { self.schedule = schedule }

  /// True when nothing could ever be due.
  var isEmpty: Bool { schedule.takes.isEmpty }

  /// Notes entries that have become due; a clock that is not set is told once.
  func look(at time: WallTime) -> SessionEvent? {
    guard time.isSet else {
      defer { waitsForClock = true }
      return waitsForClock ? nil : .scheduleWaitsForClock
    }
    waitsForClock = false
    pending += clock.advance(to: time, of: schedule).map { Pending(due: $0) }
    // A clock that was set back before its start comes there again.
    pending.removeAll { $0.due.startSeconds > time.localSeconds }
    return nil
  }

  /// Starts takes whose time has come; one that cannot be started is tried again until its end, and the reason is told
  /// once.
  ///
  /// - Parameter start: starts a take, or gives the refusal.
  func start(_ start: (Schedule.Due) -> SessionRefusal?) -> [SessionEvent] {
    guard !waitsForClock else { return [] }
    var events: [SessionEvent] = []
    pending = pending.compactMap { entry in
      guard let refusal = start(entry.due) else { return nil }
      if entry.refusal?.isSameKind(as: refusal) != true {
        events.append(.scheduleRefused(entry.due, refusal))
      }
      return refusal.endsSchedule ? nil : Pending(due: entry.due, refusal: refusal)
    }
    return events
  }
}
