import Beamforming
import Boards
import Realtime
import TakeFiles

// The state that a session shows to the outside.

extension Session {
  /// Seconds between two attempts to open a lost device.
  package static let retrySeconds = RecorderState.retrySeconds

  // MARK: - Activity

  /// The reason why the session cannot work at present; `nil` while it can work.
  package var fault: SessionFault? { transport.state.fault }

  /// The present activity of the recorder.
  package var state: SessionState {
    if let progress { return transport.state.isPaused ? .paused(progress) : .recording(progress) }
    if let fault { return .faulted(fault) }
    if !takes.isEverythingClosed { return .finishing }
    if let borrower { return .lent(to: borrower) }
    return transport.state.isOpen && transport.state.deliversSince != nil ? .armed : .idle
  }

  /// The progress of the running take; `nil` if none is running.
  package var progress: TakeProgress? {
    guard let take = takes.take, isCapturing else { return nil }
    return TakeProgress(
      which: take.plan.design.which, pattern: take.plan.design.pattern,
      frames: take.frames(at: device.frames), isConfirmed: take.isConfirmed)
  }

  /// The state of the session in the form that the lights show.
  package var lightState: LightState {
    LightState(
      transport.state.lights(
        isConfirmed: takes.take?.isConfirmed ?? false,
        requestHasFailed: takes.isEverythingClosed && requests.hasFailed),
      isWarning: storage.isLow || storage.isSlow(for: takes.take) || hands.controls.isSensorMissed
        || schedule.waitsForClock || device.rotation != nil || !device.doubts.isEmpty,
      isCopying: requests.isBusy, isAsked: hands.isAsked)
  }

  /// True while a latched take waits until record is released, or until the board's orientation is known.
  package var isTakeLatched: Bool { transport.state.latched != nil }

  /// True while a take is running or about to start, including the continuation of an earlier one.
  package var isTaking: Bool { transport.state.running != nil || transport.state.isAboutToStart }

  /// Returns true if a take has to wait because the accelerometer has not shown yet how the board is held.
  ///
  /// The wait is limited: if the accelerometer stays silent, or the board is shaken all the time, the initial
  /// orientation counts, and the take notes that.
  package func awaitsOrientation(_ now: Double) -> Bool { hands.controls.awaitsOrientation(now) }

  /// True while takes are being copied to another medium, as far as the session knows.
  package var isCopying: Bool { requests.copies?.isBusy ?? false }

  /// True if there is nothing to wait for, because no take is being finished and no filters are being designed.
  package var isSettled: Bool { takes.isEverythingClosed && !isDesigning }

  /// True while filters are being designed again because microphones died or revived.
  package var isDesigning: Bool { microphones.isDesigning }

  /// True while the session waits for an answer of the storage.
  package var isAskingStorage: Bool { storage.isAsking }

  /// True while a capture device is open.
  package var isCapturing: Bool { device.runner != nil }

  // MARK: - Time and place

  /// Returns the time of day at a control-clock time, as used for the dates of takes.
  package func time(_ now: Double) -> WallTime { wallTime(now) }

  /// The quality of the clock that gives the time of day; `nil` if unknown.
  package var clockQuality: ClockQuality? { dayClock.quality }

  /// The place of the recorder, from a GPS receiver if it reports one, otherwise from the settings; `nil` if unknown.
  package var place: Place? { receivedPlace() ?? configuration.settings.place }

  /// The schedule of takes, at the recorder's current place.
  package var scheduled: Schedule { schedule.schedule }

  // MARK: - Frames

  /// The running capture; `nil` while the device is closed.
  var capture: CaptureRunner? { device.runner }

  /// The number of frames on the time line so far.
  package var capturedFrames: Int { device.frames }

  /// The number of frames delivered or lost so far, which grows even while a full ring drops frames and the time line
  /// stands still.
  package var arrivedFrames: Int { capture?.ring.arrivedEnd ?? 0 }

  /// The number of frames in the raw ring that its slowest reader has still to read.
  package var backlog: Int { capture?.ring.backlog ?? 0 }

  /// The capacity of the raw ring in frames; 0 if there is no ring.
  package var ringFrames: Int { capture?.ring.capacity ?? 0 }

  /// The number of captured frames of the take that the storage does not have yet; 0 if no take is running or its
  /// storage failed.
  package var unwrittenFrames: Int { takes.unwrittenFrames(at: capturedFrames) }

  /// The number of frames of the take that the storage does not have yet although no press can exclude them from the
  /// take any more; 0 if no take is running or its storage failed.
  package var undeliveredFrames: Int { takes.take.map { $0.owedFrames(at: $0.extent) } ?? 0 }

  /// True if the storage has every frame of the take except those that the filters are still processing.
  package var hasTakeCaughtUp: Bool {
    guard undeliveredFrames > 0, let take = takes.take else { return true }
    return take.waitingFrames == 0 && take.ring.timelineEnd - take.ring.backlog >= take.extent
  }

  /// The number of frames that wait in the raw ring because it is not decided yet whether they belong to the take or to
  /// its next segment.
  package var unsettledFrames: Int {
    guard takes.take != nil else { return 0 }
    let captured = capturedFrames
    return captured - device.settledPlace(captured, transport.state)
  }

  /// The number of captured frames that have not been rendered for headphones and meters yet; 0 while nothing is
  /// rendered for them.
  package var liveBacklog: Int { live.backlog(capturedFrames) }

  // MARK: - Storage

  /// Seconds of the take that a power cut would lose now, because the medium does not have them yet.
  package var unsyncedSeconds: Double { takes.take.map(storage.unsyncedSeconds(of:)) ?? 0 }

  /// The free space of the storage; `nil` if unknown.
  ///
  /// Frames recorded since the storage was last asked, and frames waiting in memory for a slow card, are subtracted.
  package var storageStatus: StorageStatus? {
    storage.status(
      takes, at: capturedFrames, rate: storageRate,
      framesPerSecond: capture?.grant.rate ?? configuration.board.capture.rate)
  }

  /// The rate at which the running take fills the storage or, if none is running, a take in the current format would
  /// fill it.
  package var storageRate: StorageRate {
    if let take = takes.take { return take.plan.storageRate }
    let (asked, usual) = (capture?.grant, configuration.board.capture)
    let rate = asked?.rate ?? usual.rate
    let raw = AudioFormat(
      rate: rate, channels: asked?.channels ?? usual.channels, samples: usual.format.fileSamples)
    // This is called many times a second, so it copies nothing but the pattern.
    let pattern = filters.preparedPattern(
      currentCase, pattern: hands.controls.pattern, unusable: microphones.unusable)
    return StorageRate(
      configuration.form, rate: rate, outputs: (pattern ?? hands.controls.pattern).channels,
      raw: raw)
  }

  /// The reason why the storage does not accept a new take; `nil` if it accepts one.
  var storageRefusal: SessionRefusal? {
    guard configuration.makesTakes else { return .takesOff }
    if let error = transport.state.troubles.storage { return .fault(.storage(error)) }
    return storage.refusal(storageStatus, rate: storageRate)
  }

  // MARK: - Choices, preferred and actual

  /// The case that a take would have if it started now.
  package var currentCase: Board.Case { hands.controls.currentCase() }

  /// The route that was requested.
  package var preferred: Route {
    let (board, controls) = (configuration.board, hands.controls)
    return Route(
      dataSource: board.dataSources[controls.dataSource].name, pattern: controls.pattern,
      orientation: controls.fixedOrientation, rate: board.capture.rate,
      period: board.capture.period, channels: board.capture.channels)
  }

  /// The route in use; during a take, the route of the take.
  package var actual: Route {
    let (board, which) = (configuration.board, takes.take?.plan.design.which ?? currentCase)
    return Route(
      dataSource: board.dataSources[which.dataSource].name,
      pattern: design(of: which)?.pattern ?? hands.controls.pattern, orientation: which.orientation,
      rate: capture?.grant.rate ?? board.capture.rate,
      period: capture?.grant.period ?? board.capture.period,
      channels: capture?.grant.channels ?? board.capture.channels)
  }

  /// Returns the design of the running take or, if none is running, the design in memory for a take started now.
  private func design(of which: Board.Case) -> Design? {
    takes.take?.plan.design
      ?? filters.prepared(which, pattern: hands.controls.pattern, unusable: microphones.unusable)
  }

  /// The choices after the current ones, for stepping through them.
  ///
  /// Orientations come in the order: by the accelerometer, then the four fixed ones; a board whose orientation is fixed
  /// has none.
  package var following: (dataSource: String, pattern: PolarPattern, orientation: InputOrientation?)
  {
    (hands.controls.nextDataSource, hands.controls.nextPattern, hands.controls.nextOrientation)
  }

  /// The settings that the headphones' device granted; `nil` while it does not play.
  package var playbackGrant: PlaybackGrant? { live.grant }

  /// The settings granted by the device from which other programs take the live sound; `nil` while it does not play.
  package var programsGrant: PlaybackGrant? { live.programsGrant }

  /// A clock that tells when the capture device delivered its newest frame; `nil` while the device is closed.
  package var frameClock: FrameClock? { device.runner?.clock }

  /// The maximum delay in seconds from a microphone to live sound: a period, a block, and the delays of filters and
  /// limiter; `nil` while no device is open or filters are missing.
  package var liveLatencySeconds: Double? {
    guard let grant = device.runner?.grant, let design = design(of: currentCase) else { return nil }
    let rate = Double(grant.rate)
    let block = FilterDesigner.stereoWindow(rate: design.filters.rate) / 2
    let limiter = configuration.form.limits ? Limiter.latency(rate: rate) : 0
    return Double(grant.period + block + design.filters.delay + limiter) / rate
  }

  /// Renders the sound of the running take, or of a take started now, for headphones and meters.
  func renderLive(_ grant: CaptureGrant) {
    let take = takes.take?.plan.design
    guard live.needsRendering(duringTake: take != nil) else { return live.show(nil) { nil } }
    let which = take?.which ?? currentCase
    // Do not wait for missing filters, because buttons must not wait; and do not render by direction, because that
    // would delay the sound.
    let design = design(of: which)
    let choice = LiveMonitor.Choice(
      which: which, pattern: take?.preferredPattern ?? hands.controls.pattern,
      unusable: microphones.unusable,
      lowCutHertz: takes.take.map(\.plan.form.lowCutHertz) ?? hands.controls.lowCutHertz)
    live.show(choice) {
      design.map {
        TakeRendererConfiguration(
          design: $0.linear, board: configuration.board, channels: grant.channels,
          format: grant.format == .float ? .float : .integer,
          lowCutHertz: choice.lowCutHertz, limits: configuration.form.limits)
      }
    }
  }

  /// Reads the contacts, the battery and the accelerometer.
  func readHands(_ now: Double) {
    let edges = hands.readContacts(now)
    if let news = hands.readBattery(now) { tell(.battery(news)) }
    if hands.isPowerFailing != transport.state.troubles.isPowerFailing {
      apply(.power(isFailing: hands.isPowerFailing))
    }
    for event in hands.readMotion(now) { tell(event) }
    if hands.isBumped, configuration.form.marksBumps { takes.take?.journal.bump(at: device.frames) }
    for edge in edges {
      apply(.edge(edge, place: device.place(at: edge.time, now)))
    }
    if transport.state.buttons.isAnyDown { apply(.time(known: hands.known(at: now))) }
  }

  /// Reports news of the clock; if the clock was set, corrects the date of the running take.
  func watchClock(_ now: Double) {
    let (change, news) = dayClock.look(now)
    if configuration.makesTakes { for event in news { tell(event) } }
    if change.isJump { device.clockJumped() }
    if let step = change.step {
      takes.take?.clockWasSet(by: step, wallTime(now), dayClock.quality)
    }
    guard configuration.makesTakes, device.noteTime(now, wallTime) else { return }
    // A pulse per second was found or lost.
    for event in dayClock.lookAtQuality() { tell(event) }
    takes.take?.clockChanged(to: dayClock.quality)
  }

  /// Lets headphones and meters follow the running take, or a take started now.
  func watchMonitor(_ now: Double) {
    guard let runner = device.runner else { return }
    for event in live.tend(runner, now) {
      if case .priorityRefused(let thread, let errno) = event {
        tell(errno, of: thread)
      } else {
        tell(event)
      }
    }
    renderLive(runner.grant)
  }

  // MARK: - The media of takes
  func watchStorage() {
    let isFailed = transport.state.troubles.storage != nil
    hear(storage.answers(takes, at: device.frames, isFailed: isFailed))
    let status = storageStatus
    if let event = storage.warnOfRoom(status) { tell(event) }
    if let take = takes.take {
      let slow = storage.warnOfSlowness(
        take, at: device.frames, isPaused: transport.state.isPaused, present)
      for event in slow { tell(event) }
      let isFull = take.isMainClosed || status.map { $0.secondsLeft <= 0 } ?? false
      if isFull, !take.closeMain(.storageFull) { apply(.storageNearlyFull) }
    }
    watchMirror()
    hear(
      storage.ask(
        takes, at: device.frames, isFailed: transport.state.troubles.storage != nil, present))
  }

  func hear(_ news: [SessionStorage.News]) {
    for piece in news {
      switch piece {
      case .failed(let error): storageFailed(error)
      case .event(let event): tell(event)
      case .restored(let found, let wasFailed):
        if !found.isEmpty { tell(.recovered(found)) }
        guard wasFailed else { continue }
        apply(.storageRestored)
        // Interrupted takes continue before new ones may start.
        proceed()
        if isCapturing { tell(.armed(actual)) }
      }
    }
  }

  /// Enters the error state; from now on the storage is asked regularly whether it works again.
  func storageFailed(_ error: TakeFileError) {
    storage.failed()
    apply(.storageFailed(error))
  }

  /// True if no take is running or being finished.
  private var isQuiet: Bool { takes.take == nil && takes.isEverythingClosed }

  /// Returns the second medium for a new take; `nil` if there is none or it accepts no files.
  func mirrorForTake() -> TakeMirror.Place? {
    guard let (place, events) = mirror?.forTake(present, isQuiet: isQuiet) else { return nil }
    for event in events { tell(event) }
    return place
  }

  /// Checks the second medium, and reports if one of the two media of a take was lost.
  private func watchMirror() {
    guard let mirror else { return }
    if let take = takes.take {
      if take.isMirrored, mirror.isNearlyFull(reserve: storageRate.reserveBytes) {
        take.closeMirror()
      }
      for news in take.mediumNews(isTaking: true) { tell(news) }
    }
    // Do not report a medium that fails while the files of a take are being closed, but let nothing wait for its rings.
    for take in takes.finishing { _ = take.mediumNews(isTaking: false) }
    let news = mirror.look(present, isQuiet: isQuiet, needed: storageRate.reserveBytes)
    for event in news { tell(event) }
  }

  /// Reports a second medium that failed at the end of a take, or abandons one that does not even close the files of an
  /// ended take.
  func leave(_ take: Take) {
    if let left = take.unfinishedMirror {
      mirror?.leave(left)
      tell(.mirror(.lost, left.directory, "it has stalled"))
    } else if let error = take.mirrorFailure {
      mirror?.lost()
      tell(.mirror(.lost, mirror?.directory ?? "", "\(error)"))
    }
  }

  private func tell(_ news: MediumNews) {
    switch news {
    case .mainLost(let words): tell(SessionEvent.mainLost(words))
    case .mirrorLost(let words):
      mirror?.lost()
      tell(.mirror(.lost, mirror?.directory ?? "", words))
    }
  }

  // MARK: - The sound of the device

  func watchSpeed() {
    switch device.lookAtSpeed(present) {
    case nil: break
    case .doubtful(let parts): doubt(.speed(partsPerMillion: parts), from: device.frames)
    case .wrong(let percent): apply(.deviceEnded(.wrongSpeed(percent: percent)))
    }
  }

  /// Notes a doubt about the device, and also notes it in the running take.
  func doubt(_ doubt: DeviceDoubt, from place: Int) {
    device.doubts.append(doubt)
    takes.take?.journal.note(doubt, at: place)
    tell(.doubt(doubt))
    tellMarkers(of: takes.take)
  }

  func watchLevel() {
    guard let trigger, let runner = device.runner, !transport.state.isStopHeld,
      runner.frames > Int(SessionTrigger.settleSeconds * Double(runner.grant.rate))
    else { return }
    let state = transport.state
    let news = trigger.look(
      present,
      trigger.hearsStereo ? live.meters : (runner.band ?? runner.meters).snapshot(),
      take: state.takeForTrigger ?? (takes.isFailing ? false : nil),
      isPossible: state.isOpen && state.fault == nil && storageRefusal == nil
    ) { apply($0) }
    for event in news { tell(event) }
  }

  func watchMicrophones() {
    for event in microphones.collect() { tell(event) }
    guard let runner = device.runner, let news = microphones.look(runner, present) else { return }
    switch news {
    case .silent: watchSilence(runner)
    case .heard:
      if device.heard() { tell(.unusable(microphones.names(microphones.unusable))) }
    case .dead(let dead):
      _ = device.heard()
      if transport.state.running == nil {
        for event in microphones.redesign(without: dead) { tell(event) }
      } else {
        apply(.dead(dead.subtracting(microphones.unusable)))
      }
    }
  }

  /// Reports once that every microphone is silent, and reopens the device once, because some cards need that after a
  /// sleep.
  func watchSilence(_ runner: CaptureRunner) {
    if !device.doubts.contains(.silent) {
      let frames = Int(SessionMicrophones.silentSeconds * Double(runner.grant.rate))
      doubt(.silent, from: max(runner.start, device.frames - frames))
    }
    guard !device.isReopenedForSilence else { return }
    device.isReopenedForSilence = true
    apply(.fellSilent)
    proceed()
  }

  /// The number of samples that reached full scale in each channel of the open device; empty if no device is open.
  package var clippedSamples: [UInt32] {
    capture?.meters.snapshot().map(\.clippedSamples) ?? []
  }

  // MARK: - Snapshot

  /// Returns everything that a view of the recorder shows.
  ///
  /// This only reads values: it renders nothing and requests nothing.
  ///
  /// - Parameter now: seconds on the control clock.
  package func snapshot(_ now: Double) -> SessionSnapshot {
    let take = takes.take
    var snapshot = SessionSnapshot(
      state: state, preferred: preferred, actual: actual,
      which: take?.plan.design.which ?? transport.state.latched?.which ?? currentCase,
      form: take?.plan.form ?? configuration.form)
    snapshot.preRollSecondsWanted = configuration.form.preRollSeconds
    if take == nil { snapshot.form.lowCutHertz = hands.controls.lowCutHertz }
    snapshot.inputGain = device.inputGain
    snapshot.storage = storageStatus
    snapshot.mirror = mirror?.status(take)
    snapshot.isMainLost = take?.isOnMirrorAlone ?? false
    snapshot.unsyncedSeconds = unsyncedSeconds
    snapshot.isLocked = transport.state.buttons.isLocked
    snapshot.isSensorSilent = hands.controls.isSensorMissed
    snapshot.asleepUntil = asleepUntil
    snapshot.battery = hands.charge
    snapshot.isBatteryLow = hands.isBatteryLow
    (snapshot.clock, snapshot.isScheduleWaiting) = (dayClock.quality, schedule.waitsForClock)
    snapshot.unusable = microphones.names(microphones.unusable)
    snapshot.doubts =
      (device.rotation.map { ["\(SessionFault.channelsRotated(by: $0))"] } ?? [])
      + device.doubts.map { "\($0)" }
    snapshot.isTakeLatched = isTakeLatched
    snapshot.playback = playbackGrant
    snapshot.programs = programsGrant
    // Use the levels of left and right of the running take or, if none is running, of a take started now.
    snapshot.ears = live.isHeard ? live.meters : take?.meters.snapshot() ?? live.meters
    // Leave out Z, which is silent: a meter that never moves would look broken.
    if snapshot.ears.count == Ambisonics.channels.count { snapshot.ears.remove(at: 2) }
    if let capture { snapshot.add(capture, configuration, earliest: device.earliestStart) }
    return snapshot
  }

  /// The local time until which the recorder sleeps; `nil` while it is awake.
  package var asleepUntil: CivilDate? { transport.state.isAsleep ? sleep?.until : nil }
}
