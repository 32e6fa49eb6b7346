import Acoustics
import Boards
import Glibc
import Realtime
import Recorder
import TakeFiles

/// A simulation of a scenario: the real recorder on a simulated board.
///
/// Simulated time moves in steps of the control thread. In each step the capture thread delivers exactly the frames of
/// that step before the session looks at its hands, so a scenario gives the same takes at any speed of the machine.
public struct Simulator: Sendable {
  /// The scenario.
  public let scenario: Scenario
  /// The board as the recorder and its filters assume it.
  public let board: Board
  /// The real board, which is the same unless the scenario states a difference.
  public let hardware: Board
  /// The responses of the real body, for a box or a measured body; without them it is in free field, and a note says
  /// so.
  public var body: BodyResponses?
  /// True when simulated time runs as fast as real time, and not as fast as the machine allows.
  public var isPaced = false
  /// The largest file that the simulated card takes, in bytes of audio; `nil` for that of the real one.
  public var fileLimit: Int?
  /// The time of day at which the scenario starts.
  public var start = WallTime(epochSeconds: 0, isSet: false)

  /// The seconds of the time of day after which the simulation ends, whose waits between scheduled takes it leaves out;
  /// `nil` when it ends with its scenario, and its time of day goes on as time does.
  public var scheduledSeconds: Double?

  /// The parts in a million by which the clock of the headphones is faster than that of the microphones.
  public var playbackDriftParts = 0.0

  /// The seconds between two looks of the control thread.
  static let tickSeconds = 0.01

  /// A simulation of a scenario on a board.
  ///
  /// - Parameter library: the library in which another board is looked up that the scenario names as the real one.
  /// - Throws: `TOMLError` when the scenario names microphones or data sources that the board does not have, or
  ///   hardware that does not fit the board.
  public init(
    scenario: Scenario, board: Board, library: BoardLibrary = BoardLibrary(folders: [])
  ) throws {
    try scenario.validate(for: board)
    hardware = try scenario.hardware(of: board, in: library)
    self.scenario = scenario
    self.board = board
  }

  /// The outcome of a simulation.
  public struct Outcome: Sendable {
    /// The takes, in the order in which they ended.
    public var takes: [TakeResult] = []
    /// The events of the session, with simulated times in seconds.
    public var events: [(time: Double, event: SessionEvent)] = []
    /// The samples that the headphones played, left and right in turn.
    public var heard: [Float] = []
    /// The effects that the simulation leaves out.
    public var notes: [SceneNote] = []
    /// The difference between the hardware and the board of the filters, when the scenario states the hardware.
    public var difference: HardwareDifference?
    /// The layouts of the board towards the listener.
    public var layouts: LayoutTimeline
  }

  /// Runs the scenario to its end.
  ///
  /// - Parameters:
  ///   - configuration: the session; its board is the simulated one.
  ///   - progress: called with the part that is done, 0 to 1.
  ///   - onEvent: called with every event, and the simulated time in seconds.
  ///   - onTick: called with the simulated time in seconds and the session after every step of the control thread.
  /// - Throws: `TakeFileError` when a sound cannot be read, ``Recorder/SessionRefusal`` or ``Recorder/SessionFault``
  ///   when the session cannot be set up, ``SimulationError`` when the board has no left and right.
  public func run(
    configuration: SessionConfiguration, filters: FilterStore,
    progress: (Double) -> Void = { _ in }, onEvent: (Double, SessionEvent) -> Void = { _, _ in },
    onTick: (Double, Session) -> Void = { _, _ in }
  ) throws -> Outcome {
    let layouts = try layouts(initial: configuration.dataSource)
    let machine = try SimulatedMachine(
      scenario, board: board, hardware: hardware, layouts: layouts, body: body,
      playbackDriftParts: playbackDriftParts, start: start)
    let (capture, storage) = (machine.capture, machine.storage)
    storage.limitFiles(bytes: fileLimit)
    let session = try Session(
      configuration: adapted(configuration), filters: filters, machine: machine.ports)
    var outcome = Outcome(
      notes: machine.notes, difference: difference(machine.specimens), layouts: layouts)
    func collect(_ now: Double) {
      for event in session.drainEvents() {
        if case .takeFinished(let take) = event { outcome.takes.append(take) }
        if case .takeStarted(let which, _) = event, !faces(which, layouts, now) {
          outcome.notes.append(.sceneFacesAnotherWay(time: now))
        }
        outcome.events.append((now, event))
        onEvent(now, event)
      }
    }
    try session.arm(0)
    var script = ScenarioScript(scenario)
    let began = ContinuousClock.now
    var waits = waits(configuration)
    let ticks = Int(((scheduledSeconds ?? scenario.duration) / Self.tickSeconds).rounded())
    for tick in 0...ticks {
      let now = Double(tick) * Self.tickSeconds
      capture.gate.advance(to: frame(now))
      if tick > 0 { storage.pass(seconds: Self.tickSeconds) }
      if !storage.isStalled, script.hasStorageFault(until: now) { catchUp(session) }
      script.apply(
        until: now, frame: frame, capture: capture, hands: machine.hands, storage: storage
      ) { session.request(dataSource: $0) }
      session.tick(now)
      collect(now)
      settle(session, capture, storage, now)
      if session.playbackGrant != nil {
        while session.liveBacklog > 0 { wait(milliseconds: 1) }
        machine.playback.advance(to: now)
      }
      collect(now)
      onTick(now, session)
      if waits?.advance(to: now, session, machine.skipped) == true { break }
      let part = waits?.part(machine.skipped, now) ?? Double(tick) / Double(max(1, ticks))
      if tick % 100 == 0 { progress(part) }
      if isPaced { sleep(until: began.advanced(by: .seconds(now))) }
    }
    shutDown(session, storage)
    collect(scenario.duration)
    outcome.heard = machine.playback.heard
    progress(1)
    return outcome
  }

  private func shutDown(_ session: Session, _ storage: SimulatedStorage) {
    storage.setStalled(false)
    storage.finish()
    session.shutDown()
  }

  /// The waits that are left out, when it is a day of the schedule.
  private func waits(_ configuration: SessionConfiguration) -> ScheduledWaits? {
    scheduledSeconds.map {
      ScheduledWaits(
        configuration.schedule, from: start, seconds: $0, lead: configuration.form.preRollSeconds)
    }
  }

  /// A configuration for a board whose time is simulated.
  private func adapted(_ configuration: SessionConfiguration) -> SessionConfiguration {
    var configuration = configuration
    // The length of a sync means nothing there, unless time is kept.
    configuration.reportsSlowStorage = configuration.reportsSlowStorage && isPaced
    // Takes must not depend on how quickly this machine refines filters.
    configuration.waitsForFilters = true
    return configuration
  }

  private func difference(_ specimens: [Specimen]) -> HardwareDifference? {
    scenario.hardware.map {
      HardwareDifference(
        board: board, hardware: hardware, specimens: specimens, defects: $0.defects)
    }
  }

  private func layouts(initial: String?) throws -> LayoutTimeline {
    let first = initial.flatMap { board.dataSource(named: $0) } ?? 0
    let hands = FacingScript.hands(of: scenario, board: board, initial: first)
    guard
      let layouts = LayoutTimeline(
        hands: hands, board: board, framesPerSecond: scenario.framesPerSecond(board.capture.rate))
    else {
      throw SimulationError.noLayout(board: board.id)
    }
    return layouts
  }

  /// The frame of the capture device at a time in seconds, by its own clock.
  private func frame(_ time: Double) -> Int {
    Int((time * scenario.framesPerSecond(board.capture.rate)).rounded())
  }

  /// True when the scene faces in the same direction as the session; if not, sides in the scenario are not those of the
  /// take.
  private func faces(_ which: Board.Case, _ layouts: LayoutTimeline, _ now: Double) -> Bool {
    let frame = frame(now)
    let layout = layouts.changes.last { $0.frame <= frame }?.layout ?? layouts.initial
    return dot(layout.forward, board.dataSources[which.dataSource].forward) > 0.99
  }

  /// Holds simulated time until the threads have caught up, because they run at the speed of the machine.
  private func settle(
    _ session: Session, _ capture: SimulatedCapture, _ storage: SimulatedStorage, _ now: Double
  ) {
    // A device that has gone is noticed before time goes on.
    while session.isCapturing, !capture.gate.isOpen {
      wait(milliseconds: 1)
      session.tick(now)
    }
    while session.isDesigning || session.isAskingStorage && !storage.isStalled {
      wait(milliseconds: 1)
      session.tick(now)
    }
    guard !isPaced else { return }
    // Files are closed at the speed of the machine's own disk.
    while !session.isSettled, !storage.isStalled {
      wait(milliseconds: 1)
      session.tick(now)
    }
    if storage.isRefusing || storage.isLimited && !storage.isStalled { catchUp(session) }
    while !storage.isStalled, session.backlog - session.unsettledFrames > session.ringFrames / 4 {
      wait(milliseconds: 1)
      session.tick(now)
    }
  }

  /// The frames that the filters and the limiter still hold, and a period.
  private static let pipelineFrames = 4096

  /// Waits until the card has taken all recorded frames, so that a fault of the card meets the same frames at any speed
  /// of the machine.
  private func catchUp(_ session: Session) {
    while session.undeliveredFrames > Self.pipelineFrames { wait(milliseconds: 1) }
  }

  private func wait(milliseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
    nanosleep(&time, nil)
  }

  private func sleep(until instant: ContinuousClock.Instant) {
    let left = ContinuousClock.now.duration(to: instant)
    guard left > .zero else { return }
    let (seconds, attoseconds) = left.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }
}

/// The reason why a scenario cannot be run.
public enum SimulationError: Error, Sendable, Equatable {
  /// Forward and up of the board are parallel, so there is no left and right.
  case noLayout(board: String)
}
