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
  var contacts: Contacts
  let capturePort: any CapturePort
  let storage: any StoragePort
  var isPowerFailing = false
  let copyDesk: CopyDesk?
  /// Whether a copy failed since a button was pressed last: it may have taken hours, and nobody watched.
  var copyHasFailed = false
  let storageWatch: StorageWatch
  var storageKnowledge = StorageKnowledge()
  var captureFault: SessionFault?
  let wallTime: @Sendable (Double) -> WallTime
  /// Bytes of memory that can be had; `nil` when nobody knows.
  let freeMemory: @Sendable () -> Int?
  /// Threads of which it was said that they have no realtime priority.
  var refusedPriorities: Set<RealtimeThread> = []
  var events: [SessionEvent] = []

  var capture: CaptureRunner?
  var take: Take?
  var isPaused = false
  /// Seconds after which the take ends by itself.
  var takeSeconds: Double?
  /// A take that starts when the capture device can be used again.
  var restart: TakeRestart?
  /// A take that was asked for and starts when it is known how the board is held.
  var waiting: LatchedTake?
  /// Buttons that are down.
  var presses: [ButtonName: ButtonPress] = [:]
  var channelWatch = ChannelWatch()
  /// By how many places the channels come further up, as far as anybody can tell, whatever was done; `nil` if they do not.
  var channelRotation: Int?
  let live: LiveMonitor
  /// Where the take ends when the schedule started it.
  var scheduled: ScheduledEnd?
  var scheduleClock = ScheduleClock()
  /// Entries of the schedule whose time has come and whose take could not be started yet.
  var pendingDues: [PendingDue] = []
  var waitsForClock = false
  var finishing: [Take] = []
  var retryAt: Double?
  var identities: TakeIdentities

  var dataSource: Int
  var pattern: PolarPattern
  var fixedOrientation: InputOrientation?
  var policy = OrientationPolicy()
  /// Until when a take waits for the first word of the accelerometer, on the control clock.
  var orientationDeadline: Double?
  var grammar = ButtonGrammar()
  var sensorIsSilent = false
  var sensorWasHeard = false

  var unusable: Set<Int> = []
  var suspects: Set<Int> = []
  var reportedInTake: Set<Int> = []
  var nextHealthCheck = 0.0
  var redesign: Redesign?
  /// The refinement of filters for the microphones that are left.
  var refinement: FilterPreparation?

  /// Seconds between two looks for dead microphones.
  static let healthSeconds = 0.5
  /// Seconds between two tries to open a device that is gone.
  public static let retrySeconds = 1.0

  /// A session that is idle.
  ///
  /// - Parameters:
  ///   - filters: the designs; ``FilterStore/prepare(unusable:progress:)`` makes the first press quick.
  ///   - machine: what it works on.
  /// - Throws: ``SessionRefusal`` when the preferred data source or pattern does not exist.
  public init(
    configuration: SessionConfiguration, filters: FilterStore, machine: Machine
  ) throws(SessionRefusal) {
    self.configuration = configuration
    self.filters = filters
    capturePort = machine.capture
    hands = machine.hands
    contacts = Contacts(board: configuration.board)
    storage = machine.storage
    copyDesk = configuration.copy.map { CopyDesk($0) }
    live = LiveMonitor(playback: machine.playback, configuration: configuration)
    storageWatch = StorageWatch(storage: storage, directory: configuration.directory)
    wallTime = machine.wallTime
    freeMemory = machine.freeMemory
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

  /// Why the session cannot work now; `nil` while it can.
  public var fault: SessionFault? {
    if isPowerFailing { return .powerFailing }
    return captureFault ?? storageKnowledge.fault.map { .storage($0) }
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
    let edges = contacts.take(hands.pollContacts(), at: now)
    watchPower()
    readHands(now, edges)
    collectFinished()
    watchCapture(now)
    watchChannels(now)
    watchWaiting(now)
    watchTake(now)
    watchStorage(now)
    watchSchedule(now)
    watchMicrophones(now)
    watchMonitor(now)
    watchCopy(now)
  }

  /// The time at which a contact that moved will have settled, in seconds on the control clock: a tick is due then.
  public var settlesAt: Double? { contacts.settlesAt }

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

  /// Frames that the device gave or lost so far, also while a full ring drops them and the time line stands.
  public var arrivedFrames: Int { capture?.ring.arrivedEnd ?? 0 }

  /// Frames that wait in the raw ring for the slowest reader.
  public var backlog: Int { capture?.ring.backlog ?? 0 }

  /// Frames of the take that are captured and not yet given to the storage; 0 when no take is made or its storage failed.
  public var unwrittenFrames: Int {
    guard let take, !take.hasFailed else { return 0 }
    return take.unwrittenFrames(at: capturedFrames)
  }

  /// The same, but for frames that are so new that a press may still end the take before them.
  public var undeliveredFrames: Int {
    guard let take, !take.hasFailed else { return 0 }
    return take.unwrittenFrames(at: take.extent)
  }

  /// Frames that wait in the raw ring because it is not settled yet whether the take, or its next segment, has them.
  public var unsettledFrames: Int {
    guard take != nil, let capture else { return 0 }
    let captured = capture.ring.timelineEnd
    return captured - settledPlace(captured, capture)
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

  /// Ends the take, waits until its files are closed, and closes the device.
  ///
  /// - Thread: control; waits for the storage.
  public func shutDown(end: TakeEnd = .shutdown) {
    endTake(end: end)
    for take in finishing { conclude(take) }
    finishing = []
    redesign?.thread.join()
    redesign = nil
    refinement?.cancel()
    storageWatch.finish()
    closeCapture()
  }
}
