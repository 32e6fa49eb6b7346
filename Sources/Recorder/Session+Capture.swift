import Boards
import Realtime

/// A take that starts by itself when the capture device can be used again.
struct TakeRestart {
  /// The data source of the take that ended.
  var dataSource: Int
  /// Its pattern.
  var pattern: PolarPattern
  /// Why the new one starts.
  var reason: String?
  /// The entry of the schedule that started it.
  var due: Schedule.Due?
  /// Seconds that it still had to last.
  var secondsLeft: Double?
  /// Whether the storage failed: it has to say what it knows before anything is tried.
  var waitsForStorage = false
  /// When it was tried first, on the control clock.
  var firstTry: Double?
  /// Why it was refused the last time.
  var refusal: SessionRefusal?
}

extension Session {
  /// How often in a row a device is opened again because its channels came in another order.
  static let reopenings = 3
  /// Seconds for which a take is tried again that is to start by itself.
  static let restartSeconds = 60.0

  /// Opens the capture device and keeps the pre-roll from now on.
  ///
  /// - Throws: ``SessionFault``; the session is faulted then and tries again by itself in ``tick(_:)``.
  public func arm(_ now: Double) throws(SessionFault) {
    guard capture == nil else { return }
    prepareStorage()
    do throws(SessionFault) {
      let runner = try CaptureRunner(
        port: capturePort, request: captureRequest,
        // A press counts from where the button went down, and is known when it is no hold any more.
        historySeconds: configuration.form.preRollSeconds + configuration.stallSeconds
          + ButtonGrammar.holdSeconds,
        priority: configuration.capturePriority, available: freeMemory(),
        earlier: finishing.last.map { ($0.ring, $0.plan.grant.rate) })
      capture = runner
      captureFault = nil
      retryAt = nil
      channelRotation = nil
      nextHealthCheck = now + Self.healthSeconds
      channelWatch.opened(
        configuration.board, at: runner.start, gaps: runner.earlierGaps.count)
      tell(runner.priorityRefusal, of: .capture)
      events.append(.armed(actual))
      tellRing(runner)
    } catch {
      captureFault = error
      retryAt = now + Self.retrySeconds
      throw error
    }
  }

  /// Says once that a thread has no realtime priority.
  func tell(_ refusal: Int32?, of thread: RealtimeThread) {
    guard let errno = refusal, refusedPriorities.insert(thread).inserted else { return }
    events.append(.priorityRefused(thread, errno: errno))
  }

  private func tellRing(_ runner: CaptureRunner) {
    guard runner.ring.capacity < runner.preferredRingFrames else { return }
    let rate = Double(runner.grant.rate)
    events.append(
      .ringShortened(
        seconds: Double(runner.ring.capacity) / rate,
        wanted: Double(runner.preferredRingFrames) / rate))
  }

  /// What is asked of the device: headphones hear every period at once, nobody else has to.
  private var captureRequest: CaptureRequest {
    CaptureRequest(
      configuration.board.capture,
      wakeSeconds: configuration.monitor?.playsSound == true ? 0 : CaptureRequest.quietSeconds)
  }

  /// Gives the capture device back; whatever counts by its time line is forgotten.
  func closeCapture() {
    live.close()
    capture?.shutDown()
    capture = nil
    forgetPlaces()
  }

  func watchCapture(_ now: Double) {
    if let end = capture?.end {
      if end != .stopped { planRestart(at: capturedFrames, after: "the capture device was lost") }
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

  /// Remembers the take that is being made and ends at this place, so that it goes on in a new one.
  ///
  /// That of a schedule always does, until its end: nobody is there to press. A paused take waits for hands.
  ///
  /// - Parameter always: whether it goes on also where takes do not go on after a loss of the device.
  func planRestart(at place: Int, after cause: String, always: Bool = false) {
    guard let take, !isPaused else { return }
    guard configuration.restartsTake || always || scheduled != nil else { return }
    let frames = take.frames(at: place)
    let recorded = max(0, frames - take.preRollFrames)
    let name = take.name.map { "take \($0)" } ?? "an earlier take"
    restart = TakeRestart(
      dataSource: take.plan.design.which.dataSource, pattern: take.plan.design.preferredPattern,
      reason: frames == 0 ? take.plan.reason : "continues \(name) after \(cause)",
      due: scheduled?.due,
      secondsLeft: takeSeconds.map { $0 - Double(recorded) / Double(take.plan.grant.rate) })
  }

  /// Starts the take that was planned; what is in its way, such as a storage that is not ready yet, is waited for.
  private func start(_ restart: TakeRestart, _ now: Double) {
    // Whether it still goes on is decided when the button is released.
    if isStopHeld { return }
    if let due = restart.due, secondsLeft(of: due, now) <= 0 {
      self.restart = nil
      return
    }
    if restart.waitsForStorage, !isEverythingClosed { return }
    if restart.firstTry == nil {
      // Once: hands may choose another one while it waits.
      (dataSource, pattern) = (restart.dataSource, restart.pattern)
      self.restart?.firstTry = now
    }
    do throws(SessionRefusal) {
      var latched = latch(at: now, capturedFrames)
      latched.reason = restart.reason
      try startTake(latched)
      if let left = restart.secondsLeft { takeSeconds = max(0, left) }
      if let due = restart.due { limit(to: due, now) }
    } catch {
      let isNews = restart.refusal?.isSameKind(as: error) != true
      if isNews {
        events.append(restart.due.map { .scheduleRefused($0, error) } ?? .refused(error))
      }
      self.restart?.refusal = error
      // That of a schedule is tried until its end.
      let isOver = restart.due == nil && now - (restart.firstTry ?? now) >= Self.restartSeconds
      if isOver || error.isLasting { self.restart = nil }
    }
  }

  // MARK: - The order of the channels

  /// Looks whether the channels came in another order when the device was started, or started again after a loss.
  func watchChannels(_ now: Double) {
    guard let capture,
      let order = channelWatch.look(capture.ring, configuration.board, rate: capture.grant.rate)
    else { return }
    guard case .rotated(let count) = order.order else {
      channelRotation = nil
      return
    }
    guard channelWatch.reopenings < Self.reopenings else {
      // Opening it again does not help: takes are made, and say that they may be wrong.
      channelRotation = count
      take?.journal.noteRotation(by: count)
      events.append(.fault(.channelsRotated(by: count)))
      return
    }
    channelWatch.reopenings += 1
    events.append(.channelsRotated(by: count))
    reopen(now, at: order.place, rotatedBy: count)
  }

  /// Ends the take where the order changed, opens the device anew, and goes on with the take.
  ///
  /// It goes on whatever the settings say of devices that are lost: this one is not, and the recorder itself ended the take.
  private func reopen(_ now: Double, at place: Int, rotatedBy count: Int) {
    planRestart(
      at: place, after: "the channels of the capture device came in another order", always: true)
    let empty = take.flatMap { $0.frames(at: place) == 0 && !isPaused ? $0 : nil }
    // What was let go on before it could be told says so.
    if let take, take.extent > place { take.journal.noteRotation(by: count) }
    endTake(at: place, end: .channelsRotated(by: count))
    closeCapture()
    do throws(SessionFault) {
      try arm(now)
    } catch {
      events.append(.fault(error))
      return
    }
    if let restart { start(restart, now) }
    // Nobody has to hear of a take that had nothing and is made all the same.
    if let empty, take != nil { empty.isReplaced = true }
  }
}

extension SessionRefusal {
  /// Whether an entry of the schedule that is refused so is not tried again.
  public var endsSchedule: Bool { self == .takeRuns || self == .scheduleMissed || isLasting }

  /// Whether waiting does not help.
  var isLasting: Bool {
    switch self {
    case .takesOff, .format, .fault(.filters): true
    default: false
    }
  }

  /// Whether another one says the same, but for figures that change all the time.
  func isSameKind(as other: SessionRefusal) -> Bool {
    if case (.storageFull, .storageFull) = (self, other) { return true }
    return self == other
  }
}
