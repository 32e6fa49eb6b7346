import Beamforming
import Boards
import Realtime
import TakeFiles

extension Session {
  /// Starts a take with the filters of this instant; the orientation is latched.
  ///
  /// - Throws: ``SessionRefusal``.
  public func startTake(_ now: Double) throws(SessionRefusal) {
    guard let capture else { throw take == nil ? .notArmed : .duringTake(setting: "a new take") }
    // The press is now, whatever the design takes.
    try startTake(latch(at: now, capture.ring.timelineEnd))
  }

  /// Starts the take that was latched at a press.
  func startTake(_ latched: LatchedTake) throws(SessionRefusal) {
    guard take == nil else { throw .duringTake(setting: "a new take") }
    guard let capture else { throw .notArmed }
    guard !isPowerFailing else { throw .fault(.powerFailing) }
    var latched = latched
    // A press from before the device was opened counts from its first frame.
    latched.place = max(latched.place, capture.start)
    try requireStorage()
    try checkFormat(capture.grant)
    let started: Take
    do throws(SessionFault) {
      started = try Take(
        plan: plan(latched, capture), pressedAt: latched.place, capture: capture,
        storage: storageForTake, priority: configuration.renderPriority)
    } catch {
      throw .fault(error)
    }
    tell(started.priorityRefusal, of: .render)
    if let channelRotation { started.journal.noteRotation(by: channelRotation) }
    if latched.isOrientationOpen { started.journal.noteAssumed(latched.which.orientation) }
    take = started
    isPaused = false
    reportedInTake = []
    takeSeconds = configuration.takeSeconds
    (restart, waiting) = (nil, nil)
    live.play(.start)
    events.append(.takeStarted(started.plan.design.which, started.plan.design.pattern))
  }

  /// Refuses what the kind of file cannot hold at the rate that the device gave.
  private func checkFormat(_ grant: CaptureGrant) throws(SessionRefusal) {
    let audio = AudioFormat(rate: grant.rate, channels: 2, samples: configuration.form.samples)
    if let refusal = configuration.form.kind.refusal(for: audio) { throw .format(refusal) }
  }

  private func plan(
    _ latched: LatchedTake, _ capture: CaptureRunner
  ) throws(SessionFault) -> TakePlan {
    let design: Design
    do throws(FilterStoreError) {
      design = try filters(for: latched)
    } catch {
      throw .filters(error)
    }
    var form = configuration.form
    form.preRollSeconds = min(
      form.preRollSeconds,
      Double(latched.place - capture.start) / Double(capture.grant.rate))
    var plan = TakePlan(
      board: configuration.board, design: design, grant: capture.grant,
      directory: configuration.directory, form: form, time: wallTime(latched.time))
    plan.fileLimit = storage.fileLimit(directory: configuration.directory)
    plan.uid = identities.next()
    plan.reason = latched.reason
    return plan
  }

  /// The filters that a take has from its start to its end, whatever is made meanwhile.
  private func filters(for latched: LatchedTake) throws(FilterStoreError) -> Design {
    configuration.waitsForFilters
      ? try filters.design(latched.which, pattern: latched.pattern, unusable: unusable)
      : try filters.ready(latched.which, pattern: latched.pattern, unusable: unusable)
  }

  /// Ends the take; its files are closed in the background, and ``SessionEvent/takeFinished(_:)`` follows.
  public func stopTake(end: TakeEnd = .stopped) throws(SessionRefusal) {
    guard take != nil else { throw .notRecording }
    endTake(end: end)
  }

  /// Ends the take here, or at a place of the time line; it is concluded when its files are closed.
  func endTake(at place: Int? = nil, end: TakeEnd) {
    guard let take else { return }
    if let capture, let rotation = earlyRotation(capture), rotation.place < place ?? .max {
      // Of a take that has nothing else its sound is kept: it says that its channels may be rotated.
      let isAll = take.frames(at: rotation.place) == 0
      if isAll || take.extent > rotation.place {
        take.journal.noteRotation(by: rotation.count)
      }
      take.finish(
        at: isAll ? place : rotation.place,
        end: isAll ? end : .channelsRotated(by: rotation.count))
    } else {
      take.finish(at: place, end: end)
    }
    finishing.append(take)
    self.take = nil
    isPaused = false
    scheduled = nil
    live.play(.stop)
  }

  /// Channels that came in another order a moment ago, so that no look has told it yet.
  private func earlyRotation(_ capture: CaptureRunner) -> (count: Int, place: Int)? {
    channelWatch.early(capture.ring, configuration.board, rate: capture.grant.rate)
  }

  /// Pauses the take, or goes on with it.
  public func togglePause() throws(SessionRefusal) { try togglePause(at: capturedFrames) }

  /// Pauses the take at a place of the time line, or goes on there.
  func togglePause(at place: Int) throws(SessionRefusal) {
    guard let take else { throw .notRecording }
    if isPaused {
      guard take.resume(at: place) else { throw .tooManyPauses }
    } else {
      take.pause(at: place)
    }
    isPaused.toggle()
    events.append(.takePaused(isPaused))
  }

  /// Sets a marker at this instant of the take.
  public func mark() throws(SessionRefusal) { try mark(at: capturedFrames) }

  /// Sets a marker at a place of the time line.
  func mark(at place: Int) throws(SessionRefusal) {
    guard let take else { throw .notRecording }
    take.journal.press(at: place)
    tellMarkers(of: take)
  }

  // MARK: - What is due

  func collectFinished() {
    // A take may be done between two looks at it: look once.
    let done = finishing.filter(\.isDone)
    finishing.removeAll { take in done.contains { $0 === take } }
    for take in done { conclude(take) }
  }

  private func tellMarkers(of take: Take) {
    for marker in take.journal.news() { events.append(.marker(marker)) }
  }

  func conclude(_ take: Take) {
    let result = take.result()
    tellMarkers(of: take)
    if case .storageFailed(let error) = result.end { storageFailed(error) }
    if take.isReplaced { return }
    events.append(.takeFinished(result))
  }

  func watchTake(_ now: Double) {
    guard let take, let capture else { return }
    if take.hasFailed {
      if scheduled != nil {
        planRestart(at: capture.ring.timelineEnd, after: "the storage failed")
        restart?.waitsForStorage = true
      }
      endTake(end: .stopped)
      return
    }
    // One look at the ring for both: the take is never extended beyond its length.
    let captured = capture.ring.timelineEnd
    if let scheduled {
      if captured >= scheduled.place {
        endTake(at: scheduled.place, end: .scheduleReached)
        return
      }
    } else if let seconds = takeSeconds, !isPaused {
      let length = take.preRollFrames + Int(seconds * Double(take.plan.grant.rate))
      let over = take.frames(at: captured) - length
      if over >= 0 {
        endTake(at: captured - over, end: .durationReached)
        return
      }
    }
    let settled = settledPlace(captured, capture)
    if isPaused { take.keep(from: settled) } else { take.extend(to: settled) }
    tellMarkers(of: take)
  }
}
