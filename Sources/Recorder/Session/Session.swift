import Beamforming
import Boards
import Realtime
import TakeFiles

/// A working recorder, with one board, the contacts and sensor on it, and the takes that it makes.
///
/// Preferred and actual settings exist side by side. Everything happens in `tick`, to which the time is passed; nothing
/// here reads a clock or waits. ``RecorderState``, a pure state machine, makes the decisions; the session passes inputs
/// to it and carries out the effects.
///
/// - Thread: control; always the same thread.
package final class Session {
  /// The configuration of the session.
  package let configuration: SessionConfiguration
  /// The designs of the board.
  package let filters: FilterStore
  let device: SessionDevice
  let takes: SessionTakes
  let storage: SessionStorage
  /// The second medium of takes; `nil` if there is none.
  let mirror: SessionMirror?
  let microphones: SessionMicrophones
  let live: LiveMonitor
  let requests: SessionRequests
  let schedule: SessionSchedule
  let trigger: SessionTrigger?
  /// The sleep between scheduled takes; `nil` if the recorder stays awake.
  let sleep: SessionSleep?
  let transport: Transport
  let hands: SessionHands
  let wallTime: @Sendable (Double) -> WallTime
  private let readClockQuality: @Sendable () -> ClockQuality?
  let dayClock: SessionClock
  let receivedPlace: @Sendable () -> Place?
  private var events: [SessionEvent] = []
  /// The threads for which it was reported that they have no realtime priority.
  private var refusedPriorities: Set<RealtimeThread> = []
  /// True once an event has reported that the open device delivers frames.
  private var isArmedTold = false
  /// The orientation since the start of the take or the last marked turn; `nil` if the board's orientation is fixed.
  private var held: InputOrientation?
  /// The time of the control clock that was passed last.
  private var clock = 0.0

  /// Creates an idle session.
  ///
  /// - Parameters:
  ///   - filters: the store of designs; if ``FilterStore/prepare(unusable:progress:)`` was called, the first press acts
  ///     without delay.
  ///   - machine: the machine on which the session works.
  /// - Throws: ``SessionRefusal`` if the preferred data source or pattern does not exist, or if an orientation is
  ///   requested for a board whose orientation is fixed.
  package init(
    configuration: SessionConfiguration, filters: FilterStore, machine: Machine
  ) throws(SessionRefusal) {
    (self.configuration, self.filters) = (configuration, filters)
    wallTime = machine.wallTime
    readClockQuality = machine.clockQuality
    let settings = configuration.settings
    dayClock = SessionClock(machine, trusted: settings.trustedClocks)
    receivedPlace = machine.place
    hands = try SessionHands(configuration, machine)
    transport = Transport(
      rules: .init(
        restartsTake: settings.take.restart, takeSeconds: settings.take.duration,
        triggeredSeconds: settings.trigger?.longestSeconds, hasWiFiHold: configuration.wifi != nil
      ))
    device = SessionDevice(configuration, port: machine.capture, freeMemory: machine.freeMemory)
    takes = SessionTakes(configuration, filters: filters)
    storage = SessionStorage(configuration, storage: machine.storage)
    mirror = SessionMirror(configuration, machine)
    microphones = SessionMicrophones(configuration, filters: filters)
    live = LiveMonitor(
      playback: machine.playback, programs: machine.programs, configuration: configuration)
    requests = SessionRequests(configuration)
    schedule = SessionSchedule(configuration.schedule)
    trigger = SessionTrigger(configuration)
    sleep = SessionSleep(configuration, clockCorrection: machine.clockCorrection)
  }

  /// Processes the events that come from contacts and threads, and does the work that is due.
  ///
  /// - Parameter now: seconds on the control clock, never decreasing.
  package func tick(_ now: Double) {
    clock = now
    watchFirstFrames()
    readHands(now)
    watchClock(now)
    for error in takes.newFailures() { storageFailed(error) }
    for take in takes.collect() { conclude(take) }
    if let end = device.runner?.end { apply(.deviceEnded(end)) }
    watchOrder()
    watchSpeed()
    proceed()
    watchTake()
    watchStorage()
    watchSchedule()
    watchSleep()
    watchLevel()
    watchMicrophones()
    watchMonitor(now)
    events += requests.poll(now)
  }

  /// The time at which a moved contact will have settled, so that a tick is due, in seconds on the control clock; `nil`
  /// if all contacts are settled.
  package var settlesAt: Double? { hands.settlesAt }

  /// Returns the events since the last call.
  package func drainEvents() -> [SessionEvent] {
    defer { events = [] }
    return events
  }

  /// Opens the capture device, and from now on keeps the sound for the pre-roll.
  ///
  /// - Throws: ``SessionFault`` if the device cannot be opened as the board needs it, or the system has no free thread.
  ///   The session then has that fault, and keeps trying in ``tick(_:)``.
  package func arm(_ now: Double) throws(SessionFault) {
    clock = now
    do throws(SessionFault) {
      try openDevice()
    } catch {
      apply(.deviceRefused(error, isThrown: true))
      throw error
    }
  }

  private func openDevice() throws(SessionFault) {
    guard device.runner == nil else { return }
    hear(storage.prepare(takes, at: device.frames))
    let runner = try device.open(
      earlier: takes.finishing.last.map { ($0.ring, $0.plan.grant.rate) })
    apply(.deviceOpened)
    isArmedTold = false
    microphones.deviceOpened(clock)
    tell(runner.priorityRefusal, of: .capture)
    if let event = runner.shortRing { events.append(event) }
  }

  /// Ends the take, waits until its files are closed, and closes the device.
  ///
  /// - Thread: control; waits for the storage.
  package func shutDown(end: TakeEnd = .shutdown) {
    apply(.stop(end))
    for take in takes.collectAll() { conclude(take, patience: 10) }
    microphones.finish()
    storage.finish()
    mirror?.finish()
    apply(.deviceEnded(.stopped))
  }

  // MARK: - The machine

  /// Passes an input to the state machine and carries out the effects; returns the refusal that answers a program, if
  /// there is one.
  @discardableResult
  func apply(_ input: RecorderInput, captured: Int? = nil) -> SessionRefusal? {
    let effects = transport.apply(input, moment(input, captured ?? device.frames))
    return effects.reduce(nil) { perform($1) ?? $0 }
  }

  private func moment(_ input: RecorderInput, _ captured: Int) -> Moment {
    Moment(
      time: clock, wall: schedule.isEmpty ? nil : wallTime(clock), captured: captured,
      controls: hands.controls, refusal: input.canLatch ? storageRefusal : nil,
      isEverythingClosed: takes.isEverythingClosed,
      takeFrames: takes.take?.frames(at: captured) ?? 0, takeName: takes.take?.name,
      heldSeconds: schedule.isEmpty ? 0 : device.heldSeconds)
  }

  /// Performs an effect of the state machine; returns the refusal that answers a program, if there is one.
  private func perform(_ effect: RecorderEffect) -> SessionRefusal? {
    switch effect {
    case .start(let order): return start(order)
    case .end(let place, let end):
      tellMarkers(of: takes.end(at: place, end, device))
      live.play(.stop)
    case .pause(let place): takes.take?.pause(at: place)
    case .resume(let place): _ = takes.take?.resume(at: place)
    case .mark(let place, let text):
      takes.take?.journal.press(at: place, text)
      tellMarkers(of: takes.take)
    case .noteDead(let dead):
      takes.take?.journal.died(microphones.names(dead), at: device.frames)
      events.append(.diedInTake(microphones.names(dead)))
    case .openDevice:
      do throws(SessionFault) { try openDevice() } catch { apply(.deviceRefused(error)) }
    case .closeDevice:
      live.close()
      device.close()
    case .selectSource: request(dataSource: hands.pressSource())
    case .selectPattern: request(pattern: hands.controls.nextPattern)
    case .choose(let source, let pattern): hands.choose(dataSource: source, pattern)
    case .copyTakes: requestCopy(clock)
    case .switchWiFi: requestWiFi(clock)
    case .waitForQuiet: trigger?.waitForQuiet()
    case .acknowledge:
      requests.acknowledge()
      sleep?.stayAwake(clock)
    case .tell(let event): events.append(event)
    case .refuse(let refusal): return refusal
    }
    return nil
  }

  private func start(_ order: TakeOrder) -> SessionRefusal? {
    do throws(SessionRefusal) {
      guard let runner = device.runner else { throw .notArmed(transport.state.fault) }
      if transport.state.troubles.isPowerFailing { throw .fault(.powerFailing) }
      if let storageRefusal { throw storageRefusal }
      let rate = runner.grant.rate
      var latched = order.latched ?? hands.controls.latch(at: clock, device.pressPlace(of: order))
      let now = wallTime(clock)
      let (late, over) = order.due?.lateness(at: now) ?? (0, 0)
      // If a scheduled take is already over, so that only memory has its sound, its end counts as the press.
      latched.move(secondsBack: over, rate: rate)
      // A scheduled take keeps this reading of the clock, because another could be in an earlier second.
      let pressed = device.time(ofPressAt: latched.place, by: runner, clock)
      var time = order.due == nil ? wallTime(pressed) : now
      time.epochSeconds -= over
      // A person who presses record wants the whole pre-roll, but an automatic take must not repeat sound of an earlier
      // take.
      let earliest = order.isAskedFor ? nil : device.takenEnd
      let continued = order.isContinuation ? earliest : nil
      let take = try takes.start(
        latched, runner, earliest: max(device.earliestStart, earliest ?? 0),
        preRollSeconds: storage.longestPreRoll(
          late: continued == nil ? late : .infinity, rate: rate, storageStatus),
        storage: storage.forTake,
        mirror: mirrorForTake(), time: time, clock: readClockQuality(),
        battery: hands.charge, at: place, unusable: microphones.unusable,
        reason: order.reason ?? (order.isTriggered ? trigger?.words : nil))
      tell(take.priorityRefusal, of: .render)
      if let rotation = device.rotation { take.journal.noteRotation(by: rotation) }
      for doubt in device.doubts { take.journal.note(doubt, at: take.start) }
      if let continued, take.start > continued { take.noteMissing(since: continued) }
      live.play(.start)
      held = take.plan.design.which.orientation
      events.append(.takeStarted(take.plan.design.which, take.plan.design.pattern))
      if let words = take.plan.design.replacement { events.append(.patternReplaced(words)) }
      return apply(.started(order, take.asStarted))
    } catch {
      return apply(.startRefused(order, error))
    }
  }

  /// Reports once that a thread has no realtime priority.
  func tell(_ refusal: Int32?, of thread: RealtimeThread) {
    guard let errno = refusal, refusedPriorities.insert(thread).inserted else { return }
    events.append(.priorityRefused(thread, errno: errno))
  }

  // MARK: - Events

  private func conclude(_ take: Take, patience: Double = 0) {
    let result = take.result(patience: patience)
    if take.hasFailed { device.noteFailed(take) }
    leave(take)
    tellMarkers(of: take)
    if let error = take.newFailure() { storageFailed(error) }
    // Do not report a replaced take without files, because another take took its place.
    if !take.isReplaced || !result.files.isEmpty { events.append(.takeFinished(result)) }
    if take.hasFailed { apply(.closingFailed(uid: take.plan.uid)) }
  }

  private func watchOrder() {
    switch device.lookAtOrder() {
    case nil: break
    case .unknown(let place): doubt(.orderUnknown, from: place)
    case .staysRotated(let count):
      takes.take?.journal.noteRotation(by: count)
      events.append(.fault(.channelsRotated(by: count)))
    case .rotated(let count, let place):
      events.append(.channelsRotated(by: count))
      let take = takes.take
      let frames = take?.frames(at: place) ?? 0
      let isEmpty = frames == 0 && !transport.state.isPaused
      // If the take continued before the rotation was known, note the rotation in the take.
      if let take, take.extent > place { take.journal.noteRotation(by: count) }
      apply(.rotated(by: count, at: place, frames: frames))
      proceed()
      if isEmpty, takes.take != nil { take?.isReplaced = true }
    }
  }

  /// Reports that the recorder is armed when the first frames of the device arrive, unless the same fault has just
  /// recurred.
  private func watchFirstFrames() {
    guard let runner = device.runner, !isArmedTold, runner.frames > 0 else { return }
    if transport.state.deliversSince == nil { apply(.framesArrived) }
    guard !transport.state.isFaultAgain || transport.state.isReliable(at: clock) else { return }
    isArmedTold = true
    events.append(.armed(actual))
  }

  func proceed() {
    guard transport.state.canProceed else { return }
    let wasOpen = transport.state.isOpen
    apply(.proceed)
    if transport.state.isOpen, !wasOpen { apply(.proceed) }
  }

  private func watchTake() {
    guard let take = takes.take else { return }
    // Read the length of the ring once, so that the take never extends beyond it.
    let captured = device.frames
    apply(.progress(hasFailed: take.hasFailed), captured: captured)
    guard takes.take === take else { return }
    let settled = device.settledPlace(captured, transport.state)
    if transport.state.isPaused { take.keep(from: settled) } else { take.extend(to: settled) }
    take.noteTime(at: captured, device.times)
    if let held, let turn = hands.controls.turn(from: held, clock) {
      self.held = turn.to
      take.turned(to: turn.to, secondsAgo: clock - turn.since, at: captured)
    }
    tellMarkers(of: take)
  }

  func tellMarkers(of take: Take?) {
    for marker in take?.journal.news() ?? [] { events.append(.marker(marker)) }
  }

  private func watchSchedule() {
    guard !schedule.isEmpty else { return }
    if schedule.goesByTheSun { schedule.move(to: place) }
    events += schedule.look(at: wallTime(clock), isTrusted: dayClock.isTrusted)
    if transport.state.isAsleep, schedule.isDue { apply(.wake) }
    // While record is down to stop a take, its release decides which take runs afterwards.
    guard !hands.controls.awaitsOrientation(clock), !transport.state.isStopHeld else { return }
    let told = schedule.start { apply(.due($0)) }
    events += told
  }

  /// Passes a request to the state machine at once.
  func ask(_ input: RecorderInput, at now: Double? = nil) throws(SessionRefusal) {
    if let now { clock = now }
    stayAwake()
    if let refusal = apply(input) { throw refusal }
  }

  /// Changes a choice, which is refused while a take is running or latched.
  func choose(
    _ setting: String, _ change: (inout Controls) throws(SessionRefusal) -> Void
  ) throws(SessionRefusal) {
    stayAwake()
    guard transport.state.running == nil, transport.state.latched == nil else {
      throw .duringTake(setting: setting)
    }
    try hands.choose(change)
    events.append(.route(actual))
  }

  func tell(_ event: SessionEvent) { events.append(event) }

  /// The present time of the control clock, as passed last.
  var present: Double { clock }
}
