import Boards

extension Session {
  /// Reads buttons and accelerometer and does what they ask.
  func readHands(_ now: Double) {
    if configuration.board.orientation == .handHeld {
      let reading = hands.acceleration()
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
    for edge in hands.pollButtons() {
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
        if take == nil {
          try setDataSource(nextDataSource)
        } else {
          try mark(at: place(of: .source))
        }
      case .sourceHeld:
        if take == nil {
          try setPattern(nextPattern)
        } else {
          try togglePause(at: place(of: .source))
        }
      case .sourceHeldLong:
        presses[.source] = nil
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
