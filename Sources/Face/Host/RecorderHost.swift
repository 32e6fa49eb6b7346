import Assembly
import Boards
import LinuxBoard
import Realtime
import Recorder
import SimulatedBoard
import Varlink

/// A recorder at work in this process, as the world outside sees it: events and a status come out, and calls go in.
///
/// It runs the only loop. Each turn of the loop runs a tick of the session, passes the events on to lights, service
/// manager and watchers, answers the calls of the control socket, and then runs the caller's own work.
///
/// - Thread: control.
package final class RecorderHost {
  /// The caller's work in every turn, such as a display and keys; it returns true to continue.
  package typealias Turn = (_ now: Double, _ events: [RecorderEvent]) throws -> Bool

  private(set) var loop: RecorderLoop
  private let live: LiveRecorder?
  /// The world of a simulated board; `nil` for a real one.
  package let world: SimulatedWorld?
  private var tracker: StatusTracker
  /// The hardware that cannot be used; `nil` before the recorder is armed, and for a simulated board.
  private var watch: ProblemChanges?
  private var preparation: FilterPreparation?
  private var preparationNews = PreparationNews()
  private var service: ServiceNews?
  private var heartbeat: Heartbeat?
  /// The log beside the takes; `nil` if none is kept.
  package var deployment: DeploymentLog?
  /// The control socket; `nil` if the recorder has none.
  let control: ControlPoint?
  /// True while the recorder is still preparing itself, which the lights then show in place of "armed"; if the closure
  /// itself is `nil`, the recorder counts as preparing until all filters are made.
  package var isStarting: (() -> Bool)?
  /// Prints a line for the log that is not an event.
  package var log: (String) -> Void = { _ in }
  private var isShutDown = false
  private var isHurried = false
  /// The events that the next turn has to report.
  private var untold: [SessionEvent] = []
  private var announced: [RecorderEvent] = []

  // The things that calls hold, and the events for which they wait.
  var holder: ControlOrder?
  var asker: (order: ControlOrder, name: String)?
  var pending: [PendingReply] = []
  var refusals = RefusalNews()
  private var nextStatus = 0.0

  /// The time in seconds between two states while clients watch and nothing happens; the interval is short enough for
  /// the meters to move smoothly.
  static let statusSeconds = 0.1

  /// Creates a host that runs the given loop.
  ///
  /// - Parameters:
  ///   - live: the loop's recorder, if it runs on the hardware of this machine.
  ///   - world: the loop's world, if it runs on a simulated board.
  ///   - control: the control socket.
  ///   - service: the service manager.
  ///   - settings: the settings that name the heartbeat's file; `nil` for no heartbeat.
  package init(
    _ loop: RecorderLoop, live: LiveRecorder? = nil, world: SimulatedWorld? = nil,
    version: String = "", control: ControlPoint? = nil, service: (any ServicePort)? = nil,
    settings: Settings? = nil
  ) {
    (self.loop, self.live, self.world, self.control) = (loop, live, world, control)
    let board = loop.session.configuration.board
    tracker = StatusTracker(board: board, version: version, now: loop.clock())
    self.service = ServiceNews(service, board: board)
    heartbeat = settings.map { Heartbeat($0) }
  }

  /// The session.
  package var session: Session { loop.session }
  /// The seconds on the control clock.
  package var now: Double { loop.clock() }

  /// Continues with another recorder in place of the present one, which must already be shut down.
  package func replace(_ loop: RecorderLoop) {
    (self.loop, preparation, isShutDown) = (loop, nil, false)
    tracker = StatusTracker(board: loop.session.configuration.board, version: "", now: loop.clock())
  }

  // MARK: - Beginning and end

  /// Opens the capture device.
  ///
  /// - Throws: `SessionFault` if it cannot be opened; the session tries again by itself.
  package func arm() throws(SessionFault) {
    defer { watch = live?.problemChanges() }
    try loop.arm()
  }

  /// Opens the capture device; if that fails, the first turn reports the reason in an event.
  ///
  /// - Returns: true if it is open.
  package func armOrTell() -> Bool {
    do throws(SessionFault) {
      try arm()
      return true
    } catch {
      untold.append(.fault(error))
      return false
    }
  }

  /// The hardware that cannot be used at present.
  package var problems: [HardwareProblem] { watch?.problems ?? [] }

  /// Lines about all hardware that cannot be used now, and about everything that the system refuses.
  package var notes: [String] {
    guard let live, let watch else { return [] }
    return live.notes(watch)
  }

  /// Makes the filters in the background, starting with those for the present choice.
  ///
  /// - Parameter makesAll: true to make the filters of all other cases as well.
  /// - Throws: `SessionFault` if the system has no free thread.
  package func prepare(makesAll: Bool) throws(SessionFault) {
    preparation = try FilterPreparation(
      session.filters, first: (session.currentCase, session.preferred.pattern), makesAll: makesAll)
  }

  /// True once the making of filters has begun.
  package var isPreparing: Bool { preparation != nil }
  /// True until all filters are made.
  package var isUnprepared: Bool { preparation?.progress.isFinished == false }
  /// The reason why the filters cannot be made, if they cannot.
  package var preparationError: FilterStoreError? { preparation?.progress.error }

  /// The log lines about filters that are new since the last call.
  package func preparationLines() -> [String] {
    preparation.map { preparationNews.lines($0.progress, session.filters) } ?? []
  }

  /// Tells the service manager that the recorder works, or keeps trying to.
  package func ready() { service?.ready() }

  /// Closes every file and the device; does nothing if they are closed already.
  ///
  /// - Returns: the events that happen meanwhile.
  @discardableResult
  package func shutDown(end: TakeEnd = .shutdown) -> [RecorderEvent] {
    preparation?.cancel()
    guard !isShutDown else { return [] }
    isShutDown = true
    service?.stopping()
    world?.end()
    let events = noted(loop.shutDown(end: end), [])
    answerLastCalls(events, now)
    for problem in heartbeat?.turn(session, events, at: now) ?? [] { log(problem) }
    if let deployment {
      let problems = [
        deployment.turn(session, events, at: now), deployment.end(session, at: now),
      ]
      for problem in problems.compactMap({ $0 }) { log(problem) }
    }
    return events
  }

  // MARK: - The loop

  /// Runs until a turn returns false.
  ///
  /// - Throws: any error that a turn throws.
  package func run(_ turn: Turn) throws {
    while true {
      let now = loop.clock()
      guard let due = try step(now, turn) else { return }
      defer { isHurried = false }
      if !isHurried { loop.wait(min(RecorderLoop.turnSeconds, max(0, due - now))) }
    }
  }

  /// Starts the next turn at once, because there is something to report.
  package func hurry() { isHurried = true }

  /// Makes one turn; returns the latest time at which the next one must follow, or `nil` after the last turn.
  ///
  /// - Throws: any error that the turn throws.
  package func step(_ now: Double, _ turn: Turn) throws -> Double? {
    let isStarting = isStarting?() ?? isUnprepared
    let (news, lightChange) = loop.tick(now, isStarting: isStarting)
    let events = noted(news, watch?.changes(at: now) ?? [])
    let session = session
    service?.turn(session, at: now)
    for problem in heartbeat?.turn(session, events, at: now) ?? [] { log(problem) }
    if let problem = deployment?.turn(session, events, at: now) { log(problem) }
    answerCalls(events, now)
    guard try turn(now, events) else { return nil }
    return min(lightChange ?? .infinity, loop.session.settlesAt ?? .infinity)
  }

  /// Makes the next turn report an event that does not come from the recorder itself.
  package func announce(_ event: RecorderEvent) { announced.append(event) }

  private func noted(
    _ events: [SessionEvent], _ changes: [ProblemChanges.Change]
  ) -> [RecorderEvent] {
    let board = session.configuration.board
    let all = untold + events
    let words = announced
    (untold, announced) = ([], [])
    return tracker.note(
      words + changes.map { RecorderEvent($0) } + all.map { RecorderEvent($0, board: board) },
      session, loop.clock())
  }

  // MARK: - The status

  /// The status at this moment.
  package func status(_ now: Double) -> RecorderStatus {
    tracker.look(session, now)
    var circumstances = StatusTracker.Circumstances()
    circumstances.problems = problems
    circumstances.work = work
    circumstances.asker = asker?.name
    circumstances.simulation = world.map { RecorderStatus.Simulation($0) }
    return tracker.status(session, now, circumstances)
  }

  /// Forgets the clips noted so far.
  package func clearClips() { tracker.clearClips() }

  /// The work done in the background, such as "designing filters, 3 of 24"; `nil` when the filters are ready.
  private var work: String? {
    guard let progress = preparation?.progress, !progress.isFinished else { return nil }
    let count = progress.all > 0 ? ", \(progress.done) of \(progress.all)" : ""
    return switch progress.stage {
    case .body: "computing the body, \(Int((progress.part * 100).rounded())) %"
    case .designing: "designing filters\(count)"
    }
  }

  /// Sends the state to the clients that watch it, when the state is due.
  func tellWatchers(_ events: [RecorderEvent], _ now: Double) {
    guard let control else { return }
    let isWatched = control.mailbox.isWatched
    session.meterEars(isWatched)
    session.listen(control.feed.isWanted ? control.feed.tap : nil)
    guard isWatched, now >= nextStatus || !events.isEmpty else { return }
    nextStatus = max(now, nextStatus + Self.statusSeconds)
    control.mailbox.publish(status(now))
  }

  // MARK: - Hands

  /// Lends the buttons and lights to another program, or takes them back.
  func lendHands(_ isLent: Bool) { live?.lendHands(isLent) }
}
