import TakeFiles

extension Session {
  /// Starts takes whose time has come, and says why not where that cannot be.
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
      start(due, now)
    }
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

  private func start(_ due: Schedule.Due, _ now: Double) {
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
    } catch {
      events.append(.scheduleRefused(due, error))
    }
  }
}

/// Where a take that was started by the schedule ends.
struct ScheduledEnd {
  var due: Schedule.Due
  /// The place on the time line.
  var place: Int
}
