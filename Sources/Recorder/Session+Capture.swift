import Boards
import Realtime

/// A take that starts by itself when the capture device can be used again.
struct TakeRestart {
  /// The data source of the take that ended.
  var dataSource: Int
  /// Its pattern.
  var pattern: PolarPattern
  /// Why the new one starts.
  var reason: String
  /// The entry of the schedule that started it.
  var due: Schedule.Due?
  /// Seconds that it still had to last.
  var secondsLeft: Double?
}

extension Session {
  /// How often in a row a device is opened again because its channels came in another order.
  static let reopenings = 3

  /// Opens the capture device and keeps the pre-roll from now on.
  ///
  /// - Throws: ``SessionFault``; the session is faulted then and tries again by itself in ``tick(_:)``.
  public func arm(_ now: Double) throws(SessionFault) {
    guard capture == nil else { return }
    prepareStorage()
    do throws(SessionFault) {
      let runner = try CaptureRunner(
        port: capturePort, request: CaptureRequest(configuration.board.capture),
        // A press counts from where the button went down, and is known when it is no hold any more.
        historySeconds: configuration.preRollSeconds + configuration.stallSeconds
          + ButtonGrammar.holdSeconds,
        priority: configuration.capturePriority)
      capture = runner
      captureFault = nil
      retryAt = nil
      nextHealthCheck = now + Self.healthSeconds
      channelWatch.opened(configuration.board)
      if let errno = runner.priorityRefusal { events.append(.priorityRefused(errno: errno)) }
      events.append(.armed(actual))
    } catch {
      captureFault = error
      retryAt = now + Self.retrySeconds
      throw error
    }
  }

  /// Gives the capture device back; whatever counts by its time line is forgotten.
  func closeCapture() {
    live.close()
    capture?.shutDown()
    capture = nil
    presses = [:]
  }

  func watchCapture(_ now: Double) {
    if let end = capture?.end {
      if end != .stopped { planRestart("the capture device was lost") }
      endTake(end: .captureEnded(end))
      closeCapture()
      if end != .stopped {
        captureFault = .captureEnded(end)
        events.append(.fault(.captureEnded(end)))
        retryAt = now + Self.retrySeconds
      }
    }
    if capture == nil, let retryAt, now >= retryAt {
      do throws(SessionFault) {
        try arm(now)
      } catch {
        // Said once when it began; `arm` has set the next try.
      }
    }
    if capture != nil, take == nil, let restart { start(restart, now) }
  }

  /// Remembers the take that is being made, so that it goes on in a new one; a paused take waits for hands.
  private func planRestart(_ cause: String) {
    guard configuration.restartsTake, let take, !isPaused else { return }
    let recorded = take.frames(at: capturedFrames) - take.preRollFrames
    restart = TakeRestart(
      dataSource: take.plan.design.which.dataSource, pattern: take.plan.design.preferredPattern,
      reason: "continues \(take.name.map { "take \($0)" } ?? "an earlier take") after \(cause)",
      due: scheduled?.due,
      secondsLeft: takeSeconds.map { $0 - Double(recorded) / Double(take.plan.grant.rate) })
  }

  private func start(_ restart: TakeRestart, _ now: Double) {
    self.restart = nil
    (dataSource, pattern) = (restart.dataSource, restart.pattern)
    do throws(SessionRefusal) {
      if let due = restart.due, secondsLeft(of: due, now) <= 0 { return }
      var latched = latch(at: now, capturedFrames)
      latched.reason = restart.reason
      try startTake(latched)
      if let left = restart.secondsLeft { takeSeconds = max(0, left) }
      if let due = restart.due { limit(to: due, now) }
    } catch {
      events.append(.refused(error))
    }
  }

  // MARK: - The order of the channels

  /// Looks whether the channels came in another order when the device was started, or started again after a loss.
  func watchChannels(_ now: Double) {
    guard let capture,
      let order = channelWatch.look(capture.ring, configuration.board, rate: capture.grant.rate)
    else { return }
    guard case .rotated(let count) = order.order else { return }
    events.append(.channelsRotated(by: count))
    guard channelWatch.reopenings < Self.reopenings else { return }
    channelWatch.reopenings += 1
    planRestart("the channels of the capture device came in another order")
    endTake(at: order.place, end: .channelsRotated(by: count))
    closeCapture()
    do throws(SessionFault) {
      try arm(now)
    } catch {
      events.append(.fault(error))
    }
  }
}
