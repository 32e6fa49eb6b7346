import Assembly
import Boards
import Realtime
import Recorder
import SimulatedBoard

/// The recorder of a session: the same loop, session and machines as those of the commands.
///
/// - Thread: control.
final class CaptureCore {
  enum Host {
    case live(LiveRecorder)
    case simulated(SimulatedRecorder)
  }

  var setup: CaptureSetup
  private let mailbox: CaptureMailbox
  let outlets: CaptureOutlets
  private(set) var host: Host
  private(set) var loop: RecorderLoop
  private(set) var filters: FilterStore
  private var preparation: FilterPreparation?
  /// True from activation to deactivation, whatever the device does.
  private(set) var isActive = false
  /// True while the device is lost.
  var isInterrupted = false
  /// The number of pulls of programs.
  var lent = 0
  /// Everything that pulls: of programs, and for sequences.
  private(set) var pulls: [(pull: LivePull, isRaw: Bool)] = []
  /// Those that wait for the end of a take, by its identity.
  var waiting: [String: [(Result<FinishedTake, CaptureError>) -> Void]] = [:]
  private var nextLevels = 0.0

  /// A recorder that captures nothing yet.
  init(
    _ setup: CaptureSetup, _ mailbox: CaptureMailbox, _ outlets: CaptureOutlets
  ) throws(CaptureError) {
    self.setup = setup
    self.mailbox = mailbox
    self.outlets = outlets
    filters = setup.filters()
    host = try Self.host(setup, filters, mailbox)
    loop = Self.loop(host)
  }

  private static func host(
    _ setup: CaptureSetup, _ filters: FilterStore, _ mailbox: CaptureMailbox
  ) throws(CaptureError) -> Host {
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
    do throws(SessionRefusal) {
      return .live(
        try LiveRecorder(
          session, filters: filters, hasLights: setup.configuration.usesButtonsAndLights,
          bell: mailbox.descriptor, locksMemory: setup.configuration.isRealtime))
    } catch {
      throw CaptureError(error)
    }
  }

  private static func loop(_ host: Host) -> RecorderLoop {
    switch host {
    case .live(let recorder): recorder.loop
    case .simulated(let recorder): recorder.loop
    }
  }

  /// The session.
  var session: Session { loop.session }

  /// The time of a simulated board.
  var time: SimulatedTime? {
    if case .simulated(let recorder) = host { recorder.time } else { nil }
  }

  // MARK: - The loop

  /// Works until the session is closed.
  func run() {
    while !mailbox.stop.isRaised {
      let now = loop.clock()
      let due = step(now)
      let orders = mailbox.take()
      for order in orders { order(.success(self)) }
      if orders.isEmpty { loop.wait(min(RecorderLoop.turnSeconds, max(0, due - now))) }
    }
    close()
    switch host {
    case .live(let recorder): recorder.release()
    case .simulated(let recorder): recorder.time.end()
    }
  }

  /// Makes one turn; gives the time of the next one.
  private func step(_ now: Double) -> Double {
    var told: [SessionEvent] = []
    let due: Double?
    do {
      due = try loop.step(now, isStarting: preparation?.progress.isFinished == false) { _, events in
        told = events
        return true
      }
    } catch {
      // The turn above throws nothing.
      due = nil
    }
    for event in told { tell(event) }
    tend(now)
    return due ?? now
  }

  /// Keeps the live sound and the levels going.
  func tend(_ now: Double) {
    let actual = session.actual
    let (new, old) = outlets.feed.tend(channels: actual.channels, rate: actual.rate)
    for pull in old { detach(pull) }
    for (pull, isRaw) in new { attach(pull, isRaw: isRaw) }
    if !new.isEmpty { session.tick(now) }
    session.meterEars(outlets.levels.isWanted)
    if case .simulated(let recorder) = host, recorder.isManual { outlets.feed.pump() }
    if outlets.levels.isWanted, now >= nextLevels {
      nextLevels = now + outlets.levelSeconds
      outlets.levels.send(levels(now))
    }
  }

  /// Lets simulated time pass.
  func advance(_ seconds: Double) throws(CaptureError) {
    guard case .simulated(let recorder) = host, recorder.isManual else {
      throw .unavailable("time passes by itself here; make the scene with isManual: true")
    }
    guard seconds > 0, seconds <= 3600 else {
      throw .unavailable("\(seconds) s: more than nothing and at most an hour can pass at once")
    }
    let steps = max(1, Int((seconds / SimulatedRecorder.stepSeconds).rounded(.up)))
    for _ in 0..<steps {
      recorder.advance(seconds: seconds / Double(steps))
      _ = step(recorder.now)
      recorder.settle()
      _ = step(recorder.now)
    }
  }

  // MARK: - The device

  /// Opens the capture device.
  func activate() throws(CaptureError) {
    guard !isActive else { return }
    // The scene of a simulated board faces the way of the data source that was chosen meanwhile.
    if setup.scene != nil { try rebuild() }
    do throws(SessionFault) {
      try session.arm(loop.clock())
    } catch {
      // A session that could not be armed would try it again by itself.
      close()
      try rebuild()
      throw CaptureError(error)
    }
    isActive = true
    outlets.tell(.activated(route))
    do throws(SessionFault) {
      preparation = try FilterPreparation(
        filters, first: (session.currentCase, session.preferred.pattern), makesAll: true)
    } catch {
      throw CaptureError(error)
    }
    _ = step(loop.clock())
  }

  /// Ends the take, closes its files and the device.
  func deactivate() {
    guard isActive else { return }
    close()
    // A session that was shut down is not armed again by itself, but a new one has no trace of it.
    do throws(CaptureError) { try rebuild() } catch { outlets.tell(.notice("\(error)")) }
  }

  private func close() {
    preparation?.cancel()
    preparation = nil
    if case .simulated(let recorder) = host { recorder.time.end() }
    for event in loop.shutDown(end: .stopped) { tell(event) }
    (isActive, isInterrupted) = (false, false)
    for waiters in waiting.values { for waiter in waiters { waiter(.failure(.closed)) } }
    waiting = [:]
  }

  /// Makes the recorder anew; nothing has changed when that fails.
  private func rebuild() throws(CaptureError) {
    if case .live(let recorder) = host { recorder.release() }
    let isSame = filters.board.capture.rate == setup.board.capture.rate
    let designs = isSame ? filters : setup.filters()
    let made = try Self.host(setup, designs, mailbox)
    (host, filters) = (made, designs)
    loop = Self.loop(made)
    for (pull, isRaw) in pulls { session.attach(pull, isRaw: isRaw) }
    nextLevels = 0
    isInterrupted = false
  }

  /// Makes the recorder with other wishes; where it cannot be made they are as before.
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

  /// Lets something pull.
  func attach(_ pull: LivePull, isRaw: Bool) {
    pulls.append((pull, isRaw))
    session.attach(pull, isRaw: isRaw)
  }

  /// Lets it pull no more.
  func detach(_ pull: LivePull) {
    session.detach(pull)
    pulls.removeAll { $0.pull === pull }
  }
}
