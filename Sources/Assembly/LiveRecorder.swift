import Boards
import LinuxBoard
import Recorder
import TakeFiles

/// A recorder on the hardware of this machine, as commands and programs use it.
package struct LiveRecorder {
  /// The board.
  package let board: Board
  /// The session.
  package let session: Session
  /// The designs of the board.
  package let filters: FilterStore
  private let machine: LinuxMachine
  /// The reason why the system does not lock the memory; `nil` when it does.
  package let memoryRefusal: MemoryLockRefusal?
  /// The control loop.
  package var loop: RecorderLoop

  /// Opens the buttons, sensor and lights that are present; ``RecorderLoop/arm()`` opens the capture device.
  ///
  /// - Parameters:
  ///   - bell: a descriptor that ends a wait of the loop when it can be read.
  ///   - locksMemory: true to lock the memory of the process, so that no thread ever waits for a page.
  /// - Throws: ``Recorder/SessionRefusal`` when the preferred data source or pattern does not exist.
  package init(
    _ configuration: SessionConfiguration, filters: FilterStore, hasLights: Bool,
    bell: Int32? = nil, locksMemory: Bool = true
  ) throws(SessionRefusal) {
    board = configuration.board
    self.filters = filters
    memoryRefusal = locksMemory ? MemoryLock.request() : nil
    let machine = LinuxMachine(
      board, receiver: configuration.receiver, pulse: configuration.pulse)
    self.machine = machine
    machine.hands.open()
    if hasLights { machine.lights.show(LightLevels()) }
    session = try Session(
      configuration: configuration, filters: filters, machine: machine.ports)
    loop = RecorderLoop(
      session: session, clock: MonotonicClock.now,
      wait: { machine.hands.wait(seconds: $0, other: bell) },
      lights: LightShow(hasLights ? machine.lights : nil))
  }

  /// Gives buttons and lights to another program, or takes them back.
  package func lendHands(_ isLent: Bool) {
    machine.hands.lend(isLent)
    machine.lights.lend(isLent)
  }

  /// Gives buttons, sensor and lights back for good.
  package func release() {
    machine.hands.release()
    machine.lights.lend(true)
  }

  /// Follows the hardware that cannot be used: buttons, sensor, lights, gains of the sound card, a pulse per second.
  ///
  /// It must be made after arming, because gains are set whenever the capture device is opened.
  package func problemChanges() -> ProblemChanges {
    ProblemChanges { [machine] in
      machine.hands.problems + machine.lights.problems + machine.capture.problems
        + [machine.pulseProblem].compactMap(\.self)
    }
  }

  /// A line for every part that cannot be used now, and for everything that the system refuses.
  package func notes(_ watch: ProblemChanges) -> [String] {
    var lines = watch.problems.map { "\($0)" }
    if let memoryRefusal { lines.append("\(memoryRefusal)") }
    if session.configuration.makesTakes,
      FileSystemLimit.isInMemory(session.configuration.directory)
    {
      lines.append(
        "\(session.configuration.directory): is in memory, and a power-off loses takes; put them on a partition "
          + "that no overlay covers (findmnt -T \(session.configuration.directory))")
    }
    return lines
  }
}
