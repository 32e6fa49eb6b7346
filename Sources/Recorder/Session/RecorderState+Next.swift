import Boards
import Realtime
import TakeFiles

extension RecorderState {
  /// Seconds between two attempts to open a lost device.
  static let retrySeconds = 1.0

  /// Returns the state that follows an input, and the effects that the session must carry out.
  ///
  /// This is a pure function, which reads nothing but its arguments and changes nothing. The session carries out every
  /// effect before it passes the next input.
  func next(
    _ input: RecorderInput, _ moment: Moment
  ) -> (state: RecorderState, effects: [RecorderEffect]) {
    var step = Transition(self, moment)
    step.apply(input)
    return (step.state, step.effects)
  }
}

/// A state during the processing of an input, and the effects so far.
struct Transition {
  var state: RecorderState
  let moment: Moment
  var effects: [RecorderEffect] = []
  /// The time of the input on the control clock; for an edge it lies slightly in the past.
  var time: Double

  init(_ state: RecorderState, _ moment: Moment) {
    (self.state, self.moment, time) = (state, moment, moment.time)
  }

  mutating func apply(_ input: RecorderInput) {
    switch input {
    case .edge(let edge, let place): handle(edge, place)
    case .time(let known): tick(known)
    case .proceed: proceed()
    case .power(let isFailing): power(isFailing)
    case .deviceOpened: (state.device, state.deliversSince) = (.open, nil)
    case .framesArrived:
      state.deliversSince = moment.time
      state.troubles.capture = nil
    case .deviceRefused(let fault, let isThrown):
      if !isThrown { tell(refused: fault) }
      deviceFailed(fault)
    case .deviceEnded(let end): deviceEnded(end)
    case .rotated(let count, let place, let frames):
      reopen(
        at: place, .channelsRotated(by: count), frames,
        "the order of the capture device's channels changed")
    case .fellSilent:
      reopen(at: nil, .microphonesSilent, moment.takeFrames, "every microphone fell silent")
    case .storageFailed(let error):
      state.troubles.storage = error
      tell(.fault(.storage(error)))
    case .storageRestored: state.troubles.storage = nil
    case .storageNearlyFull:
      end(.storageFull, then: scheduledRestart(after: "the storage was nearly full"))
    case .progress(let hasFailed): progress(hasFailed)
    case .closingFailed(let uid): closingFailed(uid)
    case .dead(let microphones): note(microphones)
    case .due(let due): start(due)
    case .loud: startByLevel()
    case .quiet: if state.running?.isTriggered == true { end(.quiet) }
    case .started(let order, let take): started(order, take)
    case .startRefused(let order, let refusal): refused(order, refusal)
    case .start: startForProgram()
    case .stop(let end): stop(end)
    case .togglePause:
      if let refusal = togglePause(at: moment.captured) { effects.append(.refuse(refusal)) }
    case .pause(let isPaused): pause(isPaused)
    case .mark(let text):
      if let refusal = mark(at: moment.captured, text) { effects.append(.refuse(refusal)) }
    case .lend(let borrower): lend(to: borrower)
    case .reopenDevice: reopenDevice()
    case .sleep: sleep()
    case .wake: wake()
    }
  }

  mutating func tell(_ event: SessionEvent) { effects.append(.tell(event)) }

  mutating func refuse(_ refusal: SessionRefusal) { tell(.refused(refusal)) }

  // MARK: - Takes

  private mutating func startForProgram() {
    if state.running != nil {
      effects.append(.refuse(.takeMade))
    } else if state.isOpen {
      effects.append(.start(TakeOrder(purpose: .program, latched: moment.latch)))
    } else {
      effects.append(.refuse(state.refusalOfClosed))
    }
  }

  /// Starts a take because the sound is loud, unless another take is running, latched or waiting.
  private mutating func startByLevel() {
    guard state.activity == .none else { return effects.append(.refuse(.takeRuns)) }
    guard state.isOpen else { return effects.append(.refuse(state.refusalOfClosed)) }
    effects.append(.start(TakeOrder(purpose: .level, latched: moment.latch)))
  }

  private mutating func start(_ due: Schedule.Due) {
    guard !moment.isLost(due) else { return effects.append(.refuse(.scheduleMissed)) }
    // A take that loud sound started makes way for the scheduled take, which has all the sound from its pre-roll on.
    if state.running?.isTriggered == true { end(.madeWay) }
    if let scheduled = state.running?.scheduled,
      scheduled.due.endSeconds <= Double(due.startSeconds) || scheduled.place <= moment.captured
    {
      // One take follows the other directly: end the first, which may not be over yet because the time of day and the
      // clock of the samples differ a little, or which has just begun with the sound in memory.
      end(at: min(scheduled.place, moment.captured), .scheduleReached)
    }
    guard state.running == nil else { return effects.append(.refuse(.takeRuns)) }
    guard !isScheduleInterrupted else { return effects.append(.refuse(.takeWaits)) }
    guard state.isOpen else { return effects.append(.refuse(state.refusalOfClosed)) }
    effects.append(.start(TakeOrder(purpose: .due(due), latched: moment.latch)))
  }

  /// True while an interrupted scheduled take waits to continue; it has priority over entries that become due
  /// meanwhile.
  private var isScheduleInterrupted: Bool {
    guard state.fault == nil, case .interrupted(let restart) = state.activity,
      let due = restart.due
    else { return false }
    return !moment.isLost(due)
  }

  private mutating func started(_ order: TakeOrder, _ take: OngoingTake) {
    var take = take
    switch order.purpose {
    case .due, .program, .level: take.since = moment.time
    case .hand, .restart: break
    }
    take.isTriggered = order.purpose == .level
    take.seconds = take.isTriggered ? rules.triggeredSeconds : rules.takeSeconds
    if case .restart(let restart) = order.purpose, let left = restart.secondsLeft {
      // The sound since the interruption counts, but not the sound that the storage lost before it.
      let since = restart.place.map { take.pressPlace - $0 } ?? .max
      take.seconds = left - Double(min(since, take.preRollFrames)) / Double(take.rate)
    }
    if let due = order.due {
      let frames = (max(0, moment.secondsLeft(of: due)) * Double(take.rate)).rounded()
      take.scheduled = ScheduledEnd(due: due, place: take.pressPlace + Int(frames))
    }
    state.activity = .recording(take)
    if case .due(let due) = order.purpose { tell(.scheduleStarted(due)) }
  }

  private var rules: RecorderState.Rules { state.rules }

  private mutating func refused(_ order: TakeOrder, _ refusal: SessionRefusal) {
    switch order.purpose {
    case .hand: refuse(refusal)
    case .program, .due, .level: effects.append(.refuse(refusal))
    case .restart:
      guard case .interrupted(var restart) = state.activity else { return }
      if restart.refusal?.isSameKind(as: refusal) != true {
        tell(restart.due.map { .scheduleRefused($0, refusal) } ?? .refused(refusal))
      }
      restart.refusal = refusal
      // A scheduled take is retried as long as memory holds any of its sound.
      let isOver =
        restart.due == nil
        && moment.time - (restart.firstTry ?? moment.time) >= TakeRestart.seconds
      state.activity = isOver || refusal.isLasting ? .none : .interrupted(restart)
    }
  }

  private mutating func stop(_ end: TakeEnd) {
    effects.append(.waitForQuiet)
    if state.running != nil { return self.end(end) }
    if !callOff() { effects.append(.refuse(.notRecording)) }
  }

  mutating func end(
    at place: Int? = nil, _ end: TakeEnd, then restart: TakeRestart? = nil
  ) {
    guard let take = state.running else { return }
    effects.append(.end(at: place, end))
    state.ended = .init(
      uid: take.uid, time: time, rest: end == .scheduleReached ? storageRestart : nil)
    if let restart {
      state.activity = .interrupted(restart)
    } else if case .start(let latched?) = state.buttons.live(.record)?.intent {
      // The take that is ending started automatically between the press and the release of record.
      state.activity = .latched(latched)
    } else {
      state.activity = .none
    }
  }

  /// Pauses the take at a place, or resumes it there; returns the reason if that is refused.
  mutating func togglePause(at place: Int) -> SessionRefusal? {
    switch state.activity {
    case .recording(let take):
      state.activity = .paused(take)
      effects += [.pause(at: place), .tell(.takePaused(true))]
    case .paused(var take):
      guard take.segments < TakeSegments.capacity else { return .tooManyPauses }
      take.segments += 1
      state.activity = .recording(take)
      effects += [.resume(at: place), .tell(.takePaused(false))]
    default: return .notRecording
    }
    return nil
  }

  mutating func mark(at place: Int, _ text: String? = nil) -> SessionRefusal? {
    guard state.running != nil else { return .notRecording }
    effects.append(.mark(at: place, text: text))
    return nil
  }

  private mutating func progress(_ hasFailed: Bool) {
    guard let take = state.running else { return }
    if hasFailed { return end(.stopped, then: storageRestart) }
    if let scheduled = take.scheduled {
      if moment.captured >= scheduled.place {
        return end(at: scheduled.place, .scheduleReached)
      }
    } else if let seconds = take.seconds, !state.isPaused {
      let over =
        moment.takeFrames - take.preRollFrames - Int((seconds * Double(take.rate)).rounded())
      if over >= 0 { return end(at: moment.captured - over, .durationReached) }
    }
  }

  /// Completes a scheduled take that reached its end, but whose last frames the storage did not accept.
  private mutating func closingFailed(_ uid: String) {
    guard let ended = state.ended, ended.uid == uid, let rest = ended.rest, let due = rest.due
    else { return }
    state.ended?.rest = nil
    guard state.activity == .none else { return tell(.scheduleRefused(due, .restMissed)) }
    state.activity = .interrupted(rest)
  }

  private mutating func note(_ dead: Set<Int>) {
    guard var take = state.running else { return }
    let news = dead.subtracting(take.died)
    guard !news.isEmpty else { return }
    take.died.formUnion(news)
    state.activity = state.isPaused ? .paused(take) : .recording(take)
    effects.append(.noteDead(news))
  }

  // MARK: - Takes that start by themselves

  private mutating func proceed() {
    if case .closed(let time?) = state.device, moment.time >= time {
      state.device = .closed(retryAt: nil)
      effects.append(.openDevice)
    } else if state.isOpen {
      startInterrupted()
    }
    startWaiting()
  }

  /// Starts a latched take once record is released and the orientation is known.
  mutating func startWaiting() {
    guard case .latched(var latched) = state.activity, !latched.isHeld, !state.isStopHeld,
      state.isOpen,
      !moment.controls.awaitsOrientation(moment.time)
    else { return }
    // If the orientation was known at the press, it stays, however the board has been turned since.
    if latched.isOrientationOpen {
      latched.which = moment.controls.currentCase(at: latched.time)
      latched.isOrientationOpen = moment.controls.isOrientationOpen
    }
    state.activity = .none
    effects.append(.start(TakeOrder(purpose: .hand, latched: latched)))
  }

  /// Starts the continuation of an interrupted take, unless something still stands in the way, such as a storage that
  /// is not ready yet.
  private mutating func startInterrupted() {
    // While record is down, its release will decide whether the take continues; and a device that delivers no frames is
    // not back yet.
    guard case .interrupted(var restart) = state.activity, !state.isStopHeld,
      state.troubles.capture == nil
    else { return }
    if let due = restart.due, moment.isLost(due) {
      state.activity = .none
      return tell(.scheduleRefused(due, .restMissed))
    }
    if restart.waitsForStorage, !moment.isEverythingClosed { return }
    if restart.firstTry == nil {
      // Choose only once: while the take waits, a person may choose another source or pattern.
      effects.append(.choose(dataSource: restart.dataSource, restart.pattern))
      restart.firstTry = moment.time
      state.activity = .interrupted(restart)
    }
    effects.append(.start(TakeOrder(purpose: .restart(restart))))
  }

  /// Returns the new take that will continue the current one when it ends; `nil` if none will.
  ///
  /// A scheduled take always continues until its scheduled end, because nobody attends it. A paused take does not
  /// continue, because it waits for a person. A take started by loud sound does not continue either: if the sound is
  /// still loud, another take starts.
  ///
  /// - Parameter always: true to continue even if the rules say that takes do not continue after the device is lost.
  private func restart(
    frames: Int, after cause: String, always: Bool = false
  ) -> TakeRestart? {
    guard case .recording(let take) = state.activity, !take.isTriggered else { return nil }
    guard rules.restartsTake || always || take.scheduled != nil else { return nil }
    let recorded = max(0, frames - take.preRollFrames)
    let left = take.seconds.map { $0 - Double(recorded) / Double(take.rate) }
    // The take had just reached its length.
    guard take.scheduled != nil || left ?? 1 > 0 else { return nil }
    let name = moment.takeName.map { "take \($0)" } ?? "an earlier take"
    return TakeRestart(
      dataSource: take.dataSource, pattern: take.pattern,
      reason: frames == 0 ? take.reason : "continues \(name) after \(cause)",
      due: take.scheduled?.due, secondsLeft: left, place: moment.captured)
  }

  /// The new take that will continue the current one if the storage fails; `nil` if none will.
  private var storageRestart: TakeRestart? {
    var restart = restart(frames: moment.takeFrames, after: "the storage failed")
    restart?.waitsForStorage = true
    return restart
  }

  /// Returns the new take that will continue the current one if it is scheduled; otherwise `nil`.
  private func scheduledRestart(after cause: String) -> TakeRestart? {
    state.running?.scheduled == nil ? nil : restart(frames: moment.takeFrames, after: cause)
  }

  // MARK: - Power and device

  private mutating func power(_ isFailing: Bool) {
    guard isFailing != state.troubles.isPowerFailing else { return }
    state.troubles.isPowerFailing = isFailing
    tell(.power(isFailing: isFailing))
    guard isFailing else { return }
    end(.powerFailing, then: scheduledRestart(after: "the power began to fail"))
    // Drop a press that would have started a take: it must not do so when the power is back.
    if case .start = state.buttons.live(.record)?.intent { state.buttons.drop(.record) }
    if case .latched = state.activity {
      state.activity = .none
      refuse(.fault(.powerFailing))
    }
  }

  private mutating func deviceFailed(_ fault: SessionFault) {
    state.device = .closed(retryAt: moment.time + RecorderState.retrySeconds)
    state.troubles.capture = fault
    state.deliversSince = nil
  }

  /// Reports a fault of the capture device; if it recurs at every opening, it is reported once and then only rarely.
  private mutating func tell(capture fault: SessionFault) {
    state.isFaultAgain = !isNews(fault)
    if !state.isFaultAgain { tell(.fault(fault)) }
  }

  /// Reports why the capture device cannot be opened, if the reason is another one than before.
  private mutating func tell(refused fault: SessionFault) {
    guard fault != state.troubles.capture else { return }
    // A device that was unplugged is absent: that is the same reason in other words.
    if case .capture(.absent) = fault, state.troubles.capture == .captureEnded(.disconnected) {
      return
    }
    if isNews(fault) { tell(.fault(fault)) }
  }

  /// Returns true if a fault of the capture device must be reported, and notes that it is.
  ///
  /// A fault must be reported if the device was reliable before, or if the fault was not reported for a while.
  private mutating func isNews(_ fault: SessionFault) -> Bool {
    let (time, wasReliable) = (moment.time, state.isReliable(at: moment.time))
    state.toldFaults.removeAll { wasReliable || time - $0.time >= RecorderState.tellSeconds }
    guard !state.toldFaults.contains(where: { $0.fault == fault }) else { return false }
    state.toldFaults.append(.init(fault: fault, time: time))
    return true
  }

  private mutating func deviceEnded(_ end: CaptureEnd) {
    let isLost = end != .stopped
    self.end(
      .captureEnded(end),
      then: isLost
        ? restart(frames: moment.takeFrames, after: "the capture device was lost") : nil)
    close()
    guard isLost else { return }
    tell(capture: .captureEnded(end))
    deviceFailed(.captureEnded(end))
  }

  /// Ends the take because something is wrong with the device, reopens it, and continues the take.
  ///
  /// The take continues whatever the settings say about lost devices, because this device is not lost and the recorder
  /// itself ended the take.
  private mutating func reopen(
    at place: Int?, _ reason: TakeEnd, _ frames: Int, _ cause: String
  ) {
    end(at: place, reason, then: restart(frames: frames, after: cause, always: true))
    close()
    effects.append(.openDevice)
  }

  /// Closes the device.
  ///
  /// Presses in progress stay valid for when it is reopened, but their places are forgotten, because its time line
  /// starts over.
  mutating func close() {
    effects.append(.closeDevice)
    state.device = .closed(retryAt: nil)
    state.buttons.forgetPlaces()
    switch state.activity {
    case .latched(var latched):
      latched.place = 0
      state.activity = .latched(latched)
    case .interrupted(var restart):
      restart.place = nil
      state.activity = .interrupted(restart)
    case .none, .recording, .paused: break
    }
  }
}
