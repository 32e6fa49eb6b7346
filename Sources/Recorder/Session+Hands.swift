import Boards

extension Session {
  /// Reads the accelerometer, and does what it and the buttons ask.
  func readHands(_ now: Double, _ edges: [ButtonEdge]) {
    if orientationDeadline == nil { orientationDeadline = now + Self.orientationSeconds }
    if configuration.board.orientation == .handHeld {
      let reading = hands.motion()?.acceleration
      if let reading {
        let before = policy.orientation
        policy.update(acceleration: reading, time: now)
        if policy.orientation != before, fixedOrientation == nil {
          events.append(.orientation(policy.orientation))
        }
      }
      if sensorIsSilent != (reading == nil) {
        sensorIsSilent = reading == nil
        // A board without a sensor was never heard, and nothing is missing.
        if configuration.board.accelerometer != nil || sensorWasHeard {
          events.append(.sensor(isSilent: sensorIsSilent))
        }
      }
      sensorWasHeard = sensorWasHeard || reading != nil
    }
    for edge in edges {
      for action in grammar.handle(edge) {
        if action == .down(edge.button) {
          copyHasFailed = false
          pressed(edge.button, at: edge.time, now)
        } else {
          perform(action, now)
        }
      }
      if !edge.isPressed { presses[edge.button] = nil }
    }
    for action in grammar.tick(now) { perform(action, now) }
  }

  /// Does what a button asks; a request that cannot be done now becomes an event.
  func perform(_ action: ButtonAction, _ now: Double) {
    do throws(SessionRefusal) {
      switch action {
      case .down:
        break
      case .record:
        try performRecord(now)
      case .source:
        if try isForTake(.source) {
          try mark(at: place(of: .source))
        } else {
          try setDataSource(nextDataSource)
        }
      case .sourceHeld:
        if try isForTake(.source) {
          try togglePause(at: place(of: .source))
        } else {
          try setPattern(nextPattern)
        }
      case .sourceHeldLong:
        defer { presses[.source] = nil }
        if try isForTake(.source) { throw .copyDuringTake }
        try copyTakes(now)
      case .marker:
        try mark(at: place(of: .marker))
      case .refusedLocked:
        events.append(.pressWhileLocked)
      case .locked(let isLocked):
        // What is held down now is nothing that counts any more: a take that was latched is dropped.
        presses = [:]
        events.append(.locked(isLocked))
      }
    } catch {
      events.append(.refused(error))
    }
  }

  /// Whether a press was meant for the take that is being made: what it means is fixed when the button goes down.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` when that take has ended meanwhile, ``SessionRefusal/takeRuns`` when another
  ///   one has begun since.
  private func isForTake(_ button: ButtonName) throws(SessionRefusal) -> Bool {
    guard case .inTake(let uid) = presses[button]?.meaning else { return false }
    guard let take else { throw .notRecording }
    guard take.plan.uid == uid else { throw .takeRuns }
    return true
  }

  /// Where a button went down that is released now.
  private func place(of button: ButtonName) -> Int { presses[button]?.place ?? capturedFrames }

  var nextDataSource: String {
    let sources = configuration.board.dataSources
    return sources[(dataSource + 1) % sources.count].name
  }

  var nextPattern: PolarPattern {
    let patterns = configuration.board.dataSources[dataSource].patterns
    guard let index = patterns.firstIndex(of: pattern) else { return pattern }
    return patterns[(index + 1) % patterns.count]
  }
}
