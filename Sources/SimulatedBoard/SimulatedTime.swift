import Boards
import Glibc
import Recorder

/// The clock for a session on a simulated board; as time passes, it triggers the events on the board.
///
/// - Thread: control.
package final class SimulatedTime {
  /// The parts of the board.
  package let machine: SimulatedMachine
  private var script: ScenarioScript
  private let framesPerSecond: Double
  private let isPaced: Bool
  /// The world that a person can change; `nil` if everything follows the scenario.
  package let world: SimulatedWorld?

  /// The number of frames by which the live sound may lag behind.
  private static let liveFrames = 2048

  /// Creates the time of a simulation that has not started yet.
  init(
    _ machine: SimulatedMachine, scenario: Scenario, framesPerSecond: Double, isPaced: Bool,
    world: SimulatedWorld? = nil
  ) {
    self.machine = machine
    self.world = world
    self.framesPerSecond = framesPerSecond
    self.isPaced = isPaced
    script = ScenarioScript(scenario)
  }

  /// Lets time pass up to a moment: the device delivers its frames, and scheduled hands and faults act.
  ///
  /// - Parameters:
  ///   - now: the moment in seconds.
  ///   - seconds: the time since the last call.
  package func pass(to now: Double, by seconds: Double, _ session: Session) {
    let (capture, storage) = (machine.capture, machine.storage)
    capture.gate.advance(to: frame(now))
    if seconds > 0 { storage.pass(seconds: seconds) }
    if !storage.isStalled, script.hasStorageFault(until: now) { catchUp(session) }
    script.apply(
      until: now, frame: frame, capture: capture, hands: machine.hands, storage: storage
    ) { session.request(dataSource: $0) }
    world?.face(session.currentCase.dataSource)
  }

  /// Stops simulated time until the recorder's threads have caught up, because they run only as fast as the host.
  package func settle(_ session: Session, _ now: Double) {
    let storage = machine.storage
    // Waits until the session has noticed that a device was lost, before time continues.
    while session.isCapturing, !machine.capture.gate.isOpen {
      wait(milliseconds: 1)
      session.tick(now)
    }
    while session.isDesigning || session.isAskingStorage && !storage.isStalled {
      wait(milliseconds: 1)
      session.tick(now)
    }
    guard !isPaced else { return }
    // If the level of left and right triggers takes, the recorder must have processed the sound up to the
    // present.
    while session.configuration.settings.trigger?.sound == .stereo,
      session.liveBacklog > Self.liveFrames
    {
      wait(milliseconds: 1)
    }
    // Files are closed only as fast as the host's disk allows.
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

  /// Ends a stall and the speed limit of the card, so that the session can shut down.
  package func end() {
    machine.storage.setStalled(false)
    machine.storage.finish()
  }

  // MARK: - Hands

  /// Holds the board in an orientation; `nil` silences its accelerometer.
  package func hold(_ orientation: InputOrientation?) { machine.hands.hold(orientation?.up) }

  /// Closes or opens the contact of a button.
  package func move(_ button: ButtonName, isDown: Bool, at now: Double) {
    machine.hands.move(.button(button), isClosed: isDown, at: now)
  }

  /// Plugs the capture device in or unplugs it.
  package func setPlugged(_ isPlugged: Bool) { machine.capture.gate.setPlugged(isPlugged) }

  // MARK: - Parts

  /// Waits until the card has accepted all recorded frames, so that a card fault hits the same frames on a fast or a
  /// slow host.
  private func catchUp(_ session: Session) {
    // A card that is slower than the take can catch up only while time passes.
    while !session.hasTakeCaughtUp, !machine.storage.isStalled { wait(milliseconds: 1) }
  }

  /// The frame that the capture device has reached at a time in seconds, by its own clock.
  private func frame(_ time: Double) -> Int { Int((time * framesPerSecond).rounded()) }

  /// Waits in real time.
  func wait(milliseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
    nanosleep(&time, nil)
  }
}
