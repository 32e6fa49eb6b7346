import TakeFiles

extension Session {
  /// Starts takes whose time has come; one that cannot be started is tried again until its end, and why is said once.
  func watchSchedule(_ now: Double) {
    guard !configuration.schedule.takes.isEmpty else { return }
    let time = wallTime(now)
    guard time.isSet else {
      if !waitsForClock { events.append(.scheduleWaitsForClock) }
      waitsForClock = true
      return
    }
    waitsForClock = false
    for due in scheduleClock.advance(to: time, of: configuration.schedule) {
      pendingDues.append(PendingDue(due: due))
    }
    // A clock that was set back before its start comes there again.
    pendingDues.removeAll { $0.due.startSeconds > time.localSeconds }
    guard !pendingDues.isEmpty, !awaitsOrientation(now) else { return }
    pendingDues = pendingDues.compactMap { start($0, now) }
  }

  /// Seconds until a scheduled take ends.
  func secondsLeft(of due: Schedule.Due, _ now: Double) -> Double {
    let time = wallTime(now)
    return due.endSeconds - time.epochSeconds - Double(time.utcOffsetSeconds)
  }

  /// Lets the take that was just started end when the schedule says so.
  func limit(to due: Schedule.Due, _ now: Double) {
    guard let capture, let take else { return }
    let frames = (secondsLeft(of: due, now) * Double(capture.grant.rate)).rounded()
    scheduled = ScheduledEnd(due: due, place: take.pressPlace + Int(frames))
  }

  /// Starts a take of the schedule.
  ///
  /// - Returns: what is to be tried again; `nil` when it was started, is over, or can never be.
  private func start(_ pending: PendingDue, _ now: Double) -> PendingDue? {
    let due = pending.due
    do throws(SessionRefusal) {
      guard secondsLeft(of: due, now) > 0 else { throw .scheduleMissed }
      if let scheduled, scheduled.due.endSeconds <= Double(due.startSeconds) {
        // One ends as the next one begins: the clocks of the day and of the samples differ a little.
        endTake(end: .scheduleReached)
      }
      guard take == nil else { throw .takeRuns }
      try startTake(now)
      limit(to: due, now)
      events.append(.scheduleStarted(due))
      return nil
    } catch {
      var pending = pending
      if pending.refusal?.isSameKind(as: error) != true {
        events.append(.scheduleRefused(due, error))
      }
      pending.refusal = error
      return error.endsSchedule ? nil : pending
    }
  }
}

/// An entry of the schedule whose time has come and whose take could not be started yet.
struct PendingDue {
  var due: Schedule.Due
  /// Why it could not, as it was said last.
  var refusal: SessionRefusal?
}

/// Where a take that was started by the schedule ends.
struct ScheduledEnd {
  var due: Schedule.Due
  /// The place on the time line.
  var place: Int
}
