import Acoustics
import Boards
import Glibc
import Realtime
import Recorder
import TakeFiles

/// A simulation of a scenario, in which the real recorder runs on a simulated board.
///
/// Simulated time advances in steps of the control thread. In each step, the capture thread delivers exactly that
/// step's frames before the session reads the hands, so a scenario gives the same takes on a fast or a slow host.
package struct Simulator: Sendable {
  /// The scenario to simulate.
  package let scenario: Scenario
  /// The board that the recorder and its filters assume.
  package let board: Board
  /// The real board, which equals ``board`` unless the scenario states a difference.
  package let hardware: Board
  /// The responses of the real body, for a box or a measured body; without them, the board is in a free field, and
  /// a note says so.
  package var body: BodyResponses?
  /// True if simulated time passes as fast as real time; false if it passes as fast as the host allows.
  package var isPaced = false
  /// True if a person can change the scene during the simulation; the sounds then start over when the scenario
  /// ends.
  package var isLive = false
  /// True if takes wait for the body responses, so that takes do not depend on the speed of the host.
  package var waitsForFilters = true
  /// The maximum bytes of audio in a file on the simulated card; `nil` for the limit of the real file system.
  package var fileLimit: Int?
  /// The time of day at which the scenario starts.
  package var start = WallTime(epochSeconds: 0, isSet: false)
  /// The time of day at a given scenario time, for a clock that is set during the scenario; `nil` if the clock is
  /// never set.
  package var wallTime: (@Sendable (Double) -> WallTime)?

  /// The duration of a simulated day with scheduled takes, in seconds of the simulated time of day.
  ///
  /// The simulation skips the waits between takes, and ends with the day. With `nil`, it skips nothing and ends with
  /// the scenario.
  package var scheduledSeconds: Double?

  /// The headphones' clock rate relative to the microphones' clock, in parts per million; positive
  /// if it is faster.
  package var playbackDriftParts = 0.0

  /// The duration of a step of the control thread in seconds.
  package static let tickSeconds = 0.01

  /// Creates a simulation of a scenario on a board.
  ///
  /// - Parameter library: the library in which to find the real board, if the scenario names another one.
  /// - Throws: `TOMLError` if the scenario names microphones or data sources that the board does not have, or states
  ///   hardware that does not fit the board.
  package init(
    scenario: Scenario, board: Board, library: BoardLibrary = BoardLibrary(folders: [])
  ) throws {
    try scenario.validate(for: board)
    hardware = try scenario.hardware(of: board, in: library)
    self.scenario = scenario
    self.board = board
  }

  /// The outcome of a simulation.
  package struct Outcome: Sendable {
    /// The takes, in the order in which they ended.
    package var takes: [TakeResult] = []
    /// The events of the session, with simulated times in seconds.
    package var events: [(time: Double, event: SessionEvent)] = []
    /// The samples that the headphones played, left and right in turn.
    package var heard: [Float] = []
    /// The samples sent to the device for other programs, left and right in turn.
    package var given: [Float] = []
    /// The effects that the simulation leaves out.
    package var notes: [SceneNote] = []
    /// The difference between the real hardware and the board for which the filters were made, if the scenario states
    /// the hardware.
    package var difference: HardwareDifference?
    /// The layouts of the board relative to the listener.
    package var layouts: LayoutTimeline
  }

  /// Runs the scenario to its end.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the session, whose board is the simulated one.
  ///   - progress: called with the finished part of the work, 0 to 1.
  ///   - onEvent: called with every event, and the simulated time in seconds.
  ///   - onTick: called with the simulated time in seconds and the session, after every step of the control thread.
  /// - Throws: `TakeFileError` if a sound cannot be read, ``Recorder/SessionRefusal`` or ``Recorder/SessionFault`` if
  ///   the session cannot be set up, ``SimulationError`` if the board has no left and right.
  package func run(
    configuration: SessionConfiguration, filters: FilterStore,
    progress: (Double) -> Void = { _ in }, onEvent: (Double, SessionEvent) -> Void = { _, _ in },
    onTick: (Double, Session) -> Void = { _, _ in }
  ) throws -> Outcome {
    let begun = try begin(configuration: configuration, filters: filters)
    let (session, time, layouts) = (begun.session, begun.time, begun.layouts)
    let machine = time.machine
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
    let began = ContinuousClock.now
    var waits = waits(configuration)
    let ticks = Int(((scheduledSeconds ?? scenario.duration) / Self.tickSeconds).rounded())
    for tick in 0...ticks {
      let now = Double(tick) * Self.tickSeconds
      time.pass(to: now, by: tick > 0 ? Self.tickSeconds : 0, session)
      session.tick(now)
      collect(now)
      time.settle(session, now)
      if session.playbackGrant != nil || session.programsGrant != nil {
        while session.liveBacklog > 0 { time.wait(milliseconds: 1) }
        if session.playbackGrant != nil { machine.playback.advance(to: now) }
        if session.programsGrant != nil { machine.programs.advance(to: now) }
      }
      collect(now)
      onTick(now, session)
      if waits?.advance(to: now, session, machine.skipped) == true { break }
      let part = waits?.part(machine.skipped, now) ?? Double(tick) / Double(max(1, ticks))
      if tick % 100 == 0 { progress(part) }
      if isPaced { sleep(until: began.advanced(by: .seconds(now))) }
    }
    time.end()
    session.shutDown()
    collect(scenario.duration)
    outcome.heard = machine.playback.heard
    outcome.given = machine.programs.heard
    progress(1)
    return outcome
  }

  /// Prepares the scenario's session, its time, and the layouts of the board over time.
  ///
  /// - Parameter configuration: the configuration of the session, whose board is the simulated one.
  /// - Throws: the errors of ``run(configuration:filters:progress:onEvent:onTick:)`` that occur before capture
  ///   begins.
  package func begin(
    configuration: SessionConfiguration, filters: FilterStore
  ) throws -> (session: Session, time: SimulatedTime, layouts: LayoutTimeline) {
    let layouts = try layouts(initial: configuration.settings.stereo.source)
    let live = isLive ? LiveScene(scenario, layout: layouts.initial) : nil
    let machine = try SimulatedMachine(
      live == nil ? scenario : scenario.withWind, board: board, hardware: hardware,
      layouts: layouts, body: body,
      playbackDriftParts: playbackDriftParts, start: start, live: live)
    machine.storage.limitFiles(bytes: fileLimit)
    var ports = machine.ports
    if let wallTime { ports.wallTime = wallTime }
    let session = try Session(
      configuration: adapted(configuration), filters: filters, machine: ports)
    let time = SimulatedTime(
      machine, scenario: scenario, framesPerSecond: scenario.framesPerSecond(board.capture.rate),
      isPaced: isPaced, world: live.map { SimulatedWorld($0, machine, board: board) })
    return (session, time, layouts)
  }

  /// The waits to skip on a day of scheduled takes; `nil` if the simulation follows the scenario.
  private func waits(_ configuration: SessionConfiguration) -> ScheduledWaits? {
    scheduledSeconds.map {
      ScheduledWaits(
        configuration.schedule, from: start, seconds: $0, lead: configuration.form.preRollSeconds)
    }
  }

  /// The configuration, adapted to a board with simulated time.
  private func adapted(_ configuration: SessionConfiguration) -> SessionConfiguration {
    var configuration = configuration
    // The duration of a sync is meaningful only if the simulation runs in real time.
    configuration.reportsSlowStorage = configuration.reportsSlowStorage && isPaced
    configuration.waitsForFilters = waitsForFilters
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

  /// The frame that the capture device has reached at a time in seconds, by its own clock.
  private func frame(_ time: Double) -> Int {
    Int((time * scenario.framesPerSecond(board.capture.rate)).rounded())
  }

  /// True if the scene and the session face the same direction; otherwise, left and right differ between scenario and
  /// take.
  private func faces(_ which: Board.Case, _ layouts: LayoutTimeline, _ now: Double) -> Bool {
    let frame = frame(now)
    let layout = layouts.changes.last { $0.frame <= frame }?.layout ?? layouts.initial
    return dot(layout.forward, board.dataSources[which.dataSource].forward) > 0.99
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
package enum SimulationError: Error, Sendable, Equatable {
  /// The board's forward and up directions are parallel, so there is no left and right.
  case noLayout(board: String)
}
