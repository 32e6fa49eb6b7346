import Assembly
import Boards
import Essentials
import Face
import Realtime
import Recorder
import SimulatedBoard

/// The recorder behind a session; it uses the same host and session as the commands of `pinna`.
///
/// - Thread: control.
final class CaptureCore {
  /// The real or simulated computer that the recorder runs on.
  enum Machine {
    case live(LiveRecorder)
    case simulated(SimulatedRecorder)

    var loop: RecorderLoop {
      switch self {
      case .live(let recorder): recorder.loop
      case .simulated(let recorder): recorder.loop
      }
    }
  }

  var setup: CaptureSetup
  private let mailbox: CaptureMailbox
  let outlets: CaptureOutlets
  private var machine: Machine
  let host: RecorderHost
  private(set) var filters: FilterStore
  /// True from activation to deactivation, even if the device is lost.
  private(set) var isActive = false
  /// True while the recorder has lost its device.
  var isInterrupted = false
  /// True if the buttons and lights are released, because no new recorder could be built since.
  private var isReleased = false
  /// The number of pulls for programs.
  var lent = 0
  /// All pulls, for programs and for sequences.
  private(set) var pulls: [(pull: LivePull, isRaw: Bool)] = []
  /// The callers that wait for the end of a take, by the identity of the take.
  var waiting: [String: [(Result<FinishedTake, CaptureError>) -> Void]] = [:]
  /// The take that a program has started and not yet stopped; if the take has already ended, `ended` is the result for
  /// the next stop.
  var started: String?
  var ended: FinishedTake?
  private var nextLevels = 0.0
  /// True once the listeners know that filters cannot be kept.
  private var hasToldCache = false

  /// Makes a recorder that does not capture yet.
  init(
    _ setup: CaptureSetup, _ mailbox: CaptureMailbox, _ outlets: CaptureOutlets
  ) throws(CaptureError) {
    self.setup = setup
    self.mailbox = mailbox
    self.outlets = outlets
    filters = setup.filters()
    machine = try Self.machine(setup, filters, mailbox)
    host = RecorderHost(machine.loop)
  }

  private static func machine(
    _ setup: CaptureSetup, _ filters: FilterStore, _ mailbox: CaptureMailbox
  ) throws(CaptureError) -> Machine {
    let session = try setup.session()
    if let simulator = try setup.simulator() {
      do {
        return .simulated(
          try SimulatedRecorder(
            simulator, configuration: session, filters: filters,
            isManual: setup.scene?.isManual == true, bell: mailbox.descriptor))
      } catch {
        throw CaptureError(simulation: error)
      }
    }
    let recorder = try translate(
      try LiveRecorder(
        session, filters: filters, hasLights: setup.configuration.usesButtonsAndLights,
        bell: mailbox.descriptor, locksMemory: setup.configuration.isRealtime),
      to: CaptureError.refusal)
    return .live(recorder)
  }

  /// The session of the host.
  var session: Session { host.session }

  /// The simulated time; `nil` for a real board.
  var time: SimulatedTime? {
    if case .simulated(let recorder) = machine { recorder.time } else { nil }
  }

  // MARK: - The turns of the host

  /// Runs the host until the session is closed.
  func run() {
    do {
      try host.run { now, events in
        turn(now, events)
        let orders = mailbox.drain()
        for order in orders { order(.success(self)) }
        if !orders.isEmpty { host.hurry() }
        return !mailbox.stop.isRaised
      }
    } catch {
      // The turn above does not throw.
    }
    close()
    switch machine {
    case .live(let recorder): recorder.release()
    case .simulated(let recorder): recorder.time.end()
    }
  }

  private func turn(_ now: Double, _ events: [RecorderEvent]) {
    for event in events { tell(event) }
    tend(now)
  }

  /// Makes a turn immediately, in addition to the host's own turns.
  private func step(_ now: Double) {
    do {
      _ = try host.step(now) { now, events in
        turn(now, events)
        return true
      }
    } catch {
      // The turn above does not throw.
    }
  }

  /// Keeps the live sound and the levels flowing to their listeners.
  func tend(_ now: Double) {
    let actual = session.actual
    let (new, old) = outlets.feed.tend(
      channels: actual.channels, rate: actual.rate, clock: session.frameClock)
    for pull in old { detach(pull) }
    for (pull, isRaw) in new { attach(pull, isRaw: isRaw) }
    if !new.isEmpty { host.proceed() }
    if !hasToldCache, let problem = filters.cacheProblem {
      hasToldCache = true
      outlets.tell(.notice("\(problem); choose another folder for the cache"))
    }
    session.meterEars(outlets.levels.isWanted)
    if case .simulated(let recorder) = machine, recorder.isManual { outlets.feed.pump() }
    if outlets.levels.isWanted, session.isCapturing, now >= nextLevels {
      nextLevels = now + outlets.levelSeconds
      outlets.levels.send(levels)
    }
  }

  /// Lets time pass in the simulation.
  func advance(_ seconds: Double) throws(CaptureError) {
    guard case .simulated(let recorder) = machine, recorder.isManual else {
      throw .unavailable(
        "time passes automatically in this scene; create the scene with isManual: true")
    }
    guard seconds > 0, seconds <= 3600 else {
      throw .unavailable("\(seconds) s: the time must be more than zero and at most an hour")
    }
    let steps = max(1, Int((seconds / SimulatedRecorder.stepSeconds).rounded(.up)))
    for _ in 0..<steps {
      recorder.advance(seconds: seconds / Double(steps))
      step(recorder.now)
      recorder.settle()
      step(recorder.now)
    }
  }

  // MARK: - The device

  /// Opens the capture device.
  func activate() throws(CaptureError) {
    guard !isActive else { return }
    // The scene of a simulated board must face the direction of the current data source, which may have changed.
    if setup.scene != nil || isReleased { try rebuild() }
    do throws(SessionFault) {
      try host.arm()
    } catch {
      // A session that could not be armed would try again automatically, so a new session replaces it.
      close()
      try rebuild()
      throw CaptureError(error)
    }
    isActive = true
    outlets.tell(.activated(route))
    try translate(try host.prepare(makesAll: true), to: CaptureError.fault)
    step(host.now)
  }

  /// Ends the take in progress, and closes its files and the device.
  func deactivate() {
    guard isActive else { return }
    close()
    // A session that was shut down does not rearm itself, so a new session replaces it.
    do throws(CaptureError) { try rebuild() } catch { outlets.tell(.notice("\(error)")) }
  }

  private func close() {
    if case .simulated(let recorder) = machine { recorder.time.end() }
    for event in host.shutDown(end: .stopped) { tell(event) }
    (isActive, isInterrupted) = (false, false)
    for waiters in waiting.values { for waiter in waiters { waiter(.failure(.closed)) } }
    waiting = [:]
  }

  /// Rebuilds the recorder; if that fails, keeps the old one without its buttons and lights.
  private func rebuild() throws(CaptureError) {
    if case .live(let recorder) = machine {
      // The new recorder opens the same lines.
      recorder.release()
      isReleased = true
    }
    let isSame = filters.board.capture.rate == setup.board.capture.rate
    let designs = isSame ? filters : setup.filters()
    let made = try Self.machine(setup, designs, mailbox)
    (machine, filters) = (made, designs)
    isReleased = false
    host.replace(made.loop)
    for (pull, isRaw) in pulls { session.attach(pull, isRaw: isRaw) }
    nextLevels = 0
    isInterrupted = false
  }

  /// Rebuilds the recorder with other settings; restores the former settings if that fails.
  func change(_ setting: String, _ change: (inout CaptureSetup) -> Void) throws(CaptureError) {
    guard !session.isTaking else { throw .duringTake(setting: setting) }
    let (former, wasActive) = (setup, isActive)
    var wanted = setup
    change(&wanted)
    _ = try wanted.session()
    setup = wanted
    do throws(CaptureError) {
      if wasActive { close() }
      try rebuild()
      if wasActive { try activate() }
    } catch {
      setup = former
      try rebuild()
      if wasActive { try activate() }
      throw error
    }
  }

  // MARK: - Live sound

  /// Attaches a pull to the session.
  func attach(_ pull: LivePull, isRaw: Bool) {
    pulls.append((pull, isRaw))
    session.attach(pull, isRaw: isRaw)
  }

  /// Detaches a pull from the session.
  func detach(_ pull: LivePull) {
    session.detach(pull)
    pulls.removeAll { $0.pull === pull }
  }
}
