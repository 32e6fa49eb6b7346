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
      for action in grammar.handle(edge) { perform(action, now) }
    }
    for action in grammar.tick(now) { perform(action, now) }
  }

  /// Does what a button asks; a request that cannot be done now becomes an event.
  func perform(_ action: ButtonAction, _ now: Double) {
    do throws(SessionRefusal) {
      switch action {
      case .record:
        if take == nil { try startTake(now) } else { try stopTake() }
      case .source:
        if take == nil { try setDataSource(nextDataSource) } else { try mark() }
      case .sourceHeld:
        if take == nil { try setPattern(nextPattern) } else { try togglePause() }
      case .sourceHeldLong:
        // Copies takes to the other medium where one is configured; this version configures none.
        break
      case .marker:
        try mark()
      case .refusedLocked:
        events.append(.pressWhileLocked)
      case .locked(let isLocked):
        events.append(.locked(isLocked))
      }
    } catch {
      events.append(.refused(error))
    }
  }

  private var nextDataSource: String {
    let sources = configuration.board.dataSources
    return sources[(dataSource + 1) % sources.count].name
  }

  private var nextPattern: PolarPattern {
    let patterns = configuration.board.dataSources[dataSource].patterns
    guard let index = patterns.firstIndex(of: pattern) else { return pattern }
    return patterns[(index + 1) % patterns.count]
  }
}
