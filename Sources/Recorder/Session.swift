import Beamforming
import Boards
import Realtime
import TakeFiles

/// A recorder at work: one board, its hands, and the takes that come of them.
///
/// The model of a session with preferred and actual settings: what was asked is kept beside what is in force. All of it
/// happens in `tick`, which takes the time; nothing here looks at a clock or waits.
///
/// - Thread: control, always the same.
public final class Session {
  /// What the session was set up with.
  public let configuration: SessionConfiguration
  /// The designs of the board.
  public let filters: FilterStore
  let hands: any HandPort
  private let capturePort: any CapturePort
  let playbackPort: (any PlaybackPort)?
  let storage: any StoragePort
  let storageWatch: StorageWatch
  var storageKnowledge = StorageKnowledge()
  private var captureFault: SessionFault?
  let wallTime: @Sendable (Double) -> WallTime
  var events: [SessionEvent] = []

  var capture: CaptureRunner?
  var take: Take?
  var isPaused = false
  /// Where the take ends when the schedule started it.
  var scheduled: ScheduledEnd?
  var scheduleClock = ScheduleClock()
  var waitsForClock = false
  private var finishing: [Take] = []
  private var retryAt: Double?
  private var identities: TakeIdentities

  var dataSource: Int
  var pattern: PolarPattern
  var fixedOrientation: InputOrientation?
  var policy = OrientationPolicy()
  var grammar = ButtonGrammar()
  var sensorIsSilent = false
  var sensorWasHeard = false

  private(set) var unusable: Set<Int> = []
  private var suspects: Set<Int> = []
  private var reportedInTake: Set<Int> = []
  private var nextHealthCheck = 0.0
  private var redesign: Redesign?

  /// Seconds between two looks for dead microphones.
  static let healthSeconds = 0.5
  /// Seconds between two tries to open a device that is gone.
  public static let retrySeconds = 1.0

  /// A session that is idle.
  ///
  /// - Parameters:
  ///   - filters: the designs; ``FilterStore/prepare(unusable:progress:)`` makes the first press quick.
  ///   - playback: plays what the configuration's monitor asks for.
  ///   - wallTime: the time of day at a time of the control clock.
  /// - Throws: ``SessionRefusal`` when the preferred data source or pattern does not exist.
  public init(
    configuration: SessionConfiguration, filters: FilterStore, capture: any CapturePort,
    hands: any HandPort, storage: any StoragePort, playback: (any PlaybackPort)? = nil,
    wallTime: @escaping @Sendable (Double) -> WallTime
  ) throws(SessionRefusal) {
    self.configuration = configuration
    self.filters = filters
    capturePort = capture
    self.hands = hands
    self.storage = storage
    playbackPort = playback
    storageWatch = StorageWatch(storage: storage, directory: configuration.directory)
    self.wallTime = wallTime
    identities = TakeIdentities(seed: configuration.identitySeed)
    let board = configuration.board
    dataSource = try board.requireDataSource(configuration.dataSource)
    pattern = configuration.pattern
    fixedOrientation = configuration.orientation
    try board.check(pattern: pattern, dataSource: dataSource)
    if configuration.orientation != nil, board.orientation != .handHeld {
      throw .orientationFixed
    }
  }

  /// Opens the capture device and keeps the pre-roll from now on.
  ///
  /// - Throws: ``SessionFault``; the session is faulted then and tries again by itself in ``tick(_:)``.
  public func arm(_ now: Double) throws(SessionFault) {
    guard capture == nil else { return }
    prepareStorage()
    do throws(SessionFault) {
      let runner = try CaptureRunner(
        port: capturePort, request: CaptureRequest(configuration.board.capture),
        historySeconds: configuration.preRollSeconds + configuration.stallSeconds,
        priority: configuration.capturePriority)
      capture = runner
      captureFault = nil
      retryAt = nil
      nextHealthCheck = now + Self.healthSeconds
      if let errno = runner.priorityRefusal { events.append(.priorityRefused(errno: errno)) }
      events.append(.armed(actual))
    } catch {
      captureFault = error
      retryAt = now + Self.retrySeconds
      throw error
    }
  }

  /// Whether the record button is down and a take is latched, which starts when the button is released.
  public var isTakeLatched: Bool { false }

  /// What the headphones' device granted; `nil` while it does not play.
  public var playbackGrant: PlaybackGrant? { nil }

  /// Why the session cannot work now; `nil` while it can.
  public var fault: SessionFault? {
    captureFault ?? storageKnowledge.fault.map { .storage($0) }
  }

  /// What the recorder is doing.
  public var state: SessionState {
    if take != nil, let progress { return isPaused ? .paused(progress) : .recording(progress) }
    if let fault { return .faulted(fault) }
    if !finishing.isEmpty { return .finishing }
    return capture == nil ? .idle : .armed
  }

  /// The take that is being made.
  public var progress: TakeProgress? {
    guard let take, let capture else { return nil }
    return TakeProgress(
      which: take.plan.design.which, pattern: take.plan.design.pattern,
      frames: take.frames(at: capture.ring.timelineEnd), isConfirmed: take.isConfirmed)
  }

  /// Takes in what the hands and the threads did, and does what is due.
  ///
  /// - Parameter now: seconds on the control clock, never going back.
  public func tick(_ now: Double) {
    readHands(now)
    collectFinished()
    watchCapture(now)
    watchTake(now)
    watchStorage(now)
    watchSchedule(now)
    watchMicrophones(now)
  }

  /// What happened since the last call.
  public func drainEvents() -> [SessionEvent] {
    defer { events = [] }
    return events
  }

  /// Whether nothing is left to wait for: no take is being finished and no filters are being designed.
  public var isSettled: Bool { finishing.isEmpty && redesign == nil }

  /// Whether a redesign, for microphones that died or came back, is under way.
  public var isDesigning: Bool { redesign != nil }

  /// Frames of the time line that were captured so far.
  public var capturedFrames: Int { capture?.ring.timelineEnd ?? 0 }

  /// Frames that wait in the raw ring for the slowest reader.
  public var backlog: Int { capture?.ring.backlog ?? 0 }

  /// Frames of the take that are captured and not yet given to the storage; 0 when no take is made or its storage failed.
  public var unwrittenFrames: Int {
    guard let take, !take.hasFailed else { return 0 }
    return take.unwrittenFrames(at: capturedFrames)
  }

  /// Frames of all takes, also of those that are being finished, that wait for the storage.
  var unwrittenFramesOfAllTakes: Int {
    finishing.reduce(unwrittenFrames) { sum, take in
      sum + (take.hasFailed ? 0 : take.unwrittenFrames(at: capturedFrames))
    }
  }

  /// Whether no take is being finished.
  var isEverythingClosed: Bool { finishing.isEmpty }

  /// Whether a capture device is open.
  public var isCapturing: Bool { capture != nil }

  /// Frames that the raw ring holds.
  public var ringFrames: Int { capture?.ring.capacity ?? 0 }

  // MARK: - Takes

  /// Starts a take with the filters of this instant; the orientation is latched.
  ///
  /// - Throws: ``SessionRefusal``.
  public func startTake(_ now: Double) throws(SessionRefusal) {
    guard take == nil else { throw .duringTake(setting: "a new take") }
    guard let capture else { throw .notArmed }
    try requireStorage()
    try checkFormat(capture.grant)
    // The press is now, whatever the design takes.
    let press = capture.ring.timelineEnd
    let started: Take
    do throws(SessionFault) {
      started = try Take(
        plan: plan(now, press, capture), pressedAt: press, capture: capture,
        storage: storageForTake, priority: configuration.renderPriority)
    } catch {
      throw .fault(error)
    }
    take = started
    isPaused = false
    reportedInTake = []
    events.append(.takeStarted(started.plan.design.which, started.plan.design.pattern))
  }

  /// Refuses what the kind of file cannot hold at the rate that the device gave.
  private func checkFormat(_ grant: CaptureGrant) throws(SessionRefusal) {
    let audio = AudioFormat(rate: grant.rate, channels: 2, samples: configuration.samples)
    if let refusal = configuration.kind.refusal(for: audio) { throw .format(refusal) }
  }

  private func plan(
    _ now: Double, _ press: Int, _ capture: CaptureRunner
  ) throws(SessionFault) -> TakePlan {
    let design: Design
    do throws(FilterStoreError) {
      design = try filters.design(currentCase, pattern: pattern, unusable: unusable)
    } catch {
      throw .filters(error)
    }
    let time = wallTime(now)
    let preRoll = min(
      configuration.preRollSeconds,
      Double(press) / Double(capture.grant.rate))
    var plan = TakePlan(
      board: configuration.board, design: design, grant: capture.grant,
      directory: configuration.directory, samples: configuration.samples,
      keepsRaw: configuration.keepsRaw, preRollSeconds: preRoll,
      lowCutHertz: configuration.lowCutHertz, limits: configuration.limits,
      split: configuration.split, time: time)
    plan.kind = configuration.kind
    plan.keepsSafety = configuration.keepsSafety
    plan.fileLimit = storage.fileLimit(directory: configuration.directory)
    plan.uid = identities.next()
    return plan
  }

  /// Ends the take; its files are closed in the background, and ``SessionEvent/takeFinished(_:)`` follows.
  public func stopTake(end: TakeEnd = .stopped) throws(SessionRefusal) {
    guard take != nil else { throw .notRecording }
    endTake(end: end)
  }

  /// Ends the take here, or at a place of the time line; it is concluded when its files are closed.
  func endTake(at place: Int? = nil, end: TakeEnd) {
    guard let take else { return }
    take.finish(at: place, end: end)
    finishing.append(take)
    self.take = nil
    isPaused = false
    scheduled = nil
  }

  /// Pauses the take, or goes on with it.
  public func togglePause() throws(SessionRefusal) {
    guard let take, let capture else { throw .notRecording }
    let place = capture.ring.timelineEnd
    if isPaused {
      guard take.resume(at: place) else { throw .tooManyPauses }
    } else {
      take.pause(at: place)
    }
    isPaused.toggle()
    events.append(.takePaused(isPaused))
  }

  /// Sets a marker at this instant of the take.
  public func mark() throws(SessionRefusal) {
    guard let take, let capture else { throw .notRecording }
    take.journal.press(at: capture.ring.timelineEnd)
    tellMarkers(of: take)
  }

  /// Ends the take, waits until its files are closed, and closes the device.
  ///
  /// - Thread: control; waits for the storage.
  public func shutDown(end: TakeEnd = .shutdown) {
    endTake(end: end)
    for take in finishing { conclude(take) }
    finishing = []
    redesign?.thread.join()
    redesign = nil
    storageWatch.finish()
    capture?.shutDown()
    capture = nil
  }

  // MARK: - What is due

  private func collectFinished() {
    // A take may be done between two looks at it: look once.
    let done = finishing.filter(\.isDone)
    finishing.removeAll { take in done.contains { $0 === take } }
    for take in done { conclude(take) }
  }

  private func tellMarkers(of take: Take) {
    for marker in take.journal.news() { events.append(.marker(marker)) }
  }

  private func conclude(_ take: Take) {
    let result = take.result()
    tellMarkers(of: take)
    if case .storageFailed(let error) = result.end { storageFailed(error) }
    events.append(.takeFinished(result))
  }

  private func watchCapture(_ now: Double) {
    if let end = capture?.end {
      endTake(end: .captureEnded(end))
      capture?.shutDown()
      capture = nil
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
  }

  private func watchTake(_ now: Double) {
    guard let take, let capture else { return }
    if take.hasFailed {
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
    } else if let seconds = configuration.takeSeconds, !isPaused {
      let length = take.preRollFrames + Int(seconds * Double(take.plan.grant.rate))
      let over = take.frames(at: captured) - length
      if over >= 0 {
        endTake(at: captured - over, end: .durationReached)
        return
      }
    }
    take.extend(to: captured)
    tellMarkers(of: take)
  }

  private func watchMicrophones(_ now: Double) {
    if let redesign, redesign.isDone.isRaised {
      redesign.thread.join()
      self.redesign = nil
      unusable = redesign.unusable
      events.append(.unusable(names(unusable)))
    }
    guard redesign == nil, let capture, now >= nextHealthCheck,
      capture.ring.timelineEnd >= capture.grant.rate / 2
    else { return }
    nextHealthCheck = now + Self.healthSeconds
    do throws(FrameRingError) {
      let dead = try DeadMicrophones.find(
        in: capture.ring, board: configuration.board, rate: capture.grant.rate)
      // Two looks must agree: one may fall on a moment of digital silence.
      if dead == suspects, dead != unusable { report(dead) }
      suspects = dead
    } catch {
      // All readers are in use by takes that are being finished: look again later.
      return
    }
  }

  /// Between takes, filters without the dead microphones are made; the filters of a take never change.
  private func report(_ dead: Set<Int>) {
    guard let take, let capture else {
      startRedesign(dead)
      return
    }
    let died = dead.subtracting(unusable).subtracting(reportedInTake)
    reportedInTake.formUnion(died)
    if !died.isEmpty {
      take.journal.died(names(died), at: capture.ring.timelineEnd)
      events.append(.diedInTake(names(died)))
    }
  }

  private func names(_ microphones: Set<Int>) -> [String] {
    microphones.sorted().map { configuration.board.microphones[$0].name }
  }

  private func startRedesign(_ dead: Set<Int>) {
    let (filters, isDone) = (filters, StopFlag())
    do throws(SessionFault) {
      let thread = try Thread(priority: nil) {
        // A board that cannot be designed without them keeps its error for the press.
        try? filters.prepare(unusable: dead)
        isDone.raise()
      }
      redesign = Redesign(unusable: dead, isDone: isDone, thread: thread)
    } catch {
      events.append(.fault(error))
    }
  }
}

/// Filters that are being designed for the microphones that are left.
private struct Redesign {
  var unusable: Set<Int>
  var isDone: StopFlag
  var thread: Thread
}
