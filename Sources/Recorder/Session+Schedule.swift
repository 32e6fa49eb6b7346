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
      start(due, now, time)
    }
  }

  private func start(_ due: Schedule.Due, _ now: Double, _ time: WallTime) {
    let local = time.epochSeconds + Double(time.utcOffsetSeconds)
    do throws(SessionRefusal) {
      let left = due.endSeconds - local
      guard left > 0 else { throw .scheduleMissed }
      if let scheduled, scheduled.due.endSeconds <= Double(due.startSeconds) {
        // One ends as the next one begins: the clocks of the day and of the samples differ a little.
        endTake(end: .scheduleReached)
      }
      guard take == nil else { throw .takeRuns }
      try startTake(now)
      if let capture {
        let frames = (left * Double(capture.grant.rate)).rounded()
        scheduled = ScheduledEnd(due: due, place: (take?.pressPlace ?? 0) + Int(frames))
      }
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
