import Boards
import LinuxBoard
import Recorder
import TakeFiles

/// A recorder that uses the hardware of this machine, for commands and programs.
package struct LiveRecorder {
  /// The recorder's board.
  package let board: Board
  /// The recording session.
  package let session: Session
  /// The filter designs for the board.
  package let filters: FilterStore
  private let machine: LinuxMachine
  /// The reason why the system refused to lock the memory; `nil` if it did not refuse, or if no lock was
  /// requested.
  package let memoryRefusal: MemoryLockRefusal?
  /// The recorder's control loop.
  package var loop: RecorderLoop

  /// Opens the available buttons, sensor and LEDs; ``RecorderLoop/arm()`` opens the capture device.
  ///
  /// - Parameters:
  ///   - bell: a descriptor; when it becomes readable, the loop stops waiting.
  ///   - locksMemory: true to lock the memory of the process, so that no thread ever waits for a page.
  /// - Throws: ``Recorder/SessionRefusal`` if the preferred data source or pattern does not exist.
  package init(
    _ configuration: SessionConfiguration, filters: FilterStore, hasLights: Bool,
    bell: Int32? = nil, locksMemory: Bool = true
  ) throws(SessionRefusal) {
    board = configuration.board
    self.filters = filters
    memoryRefusal = locksMemory ? MemoryLock.request() : nil
    let machine = LinuxMachine(
      board, receiver: configuration.settings.receiver, pulse: configuration.settings.pulse)
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

  /// Lends the buttons and LEDs to another program, or takes them back.
  package func lendHands(_ isLent: Bool) {
    machine.hands.lend(isLent)
    machine.lights.lend(isLent)
  }

  /// Releases the buttons, the sensor and the LEDs for good.
  package func release() {
    machine.hands.release()
    machine.lights.lend(true)
  }

  /// Tracks hardware that cannot be used: buttons, sensor, LEDs, gains of the sound card, a pulse per second.
  ///
  /// Call it after arming, because gains are set whenever the capture device is opened.
  package func problemChanges() -> ProblemChanges {
    ProblemChanges { [machine] in
      machine.hands.problems + machine.lights.problems + machine.capture.problems
        + [machine.pulseProblem].compactMap(\.self)
    }
  }

  /// A line for every unusable part of the hardware, and for every refusal by the system.
  package func notes(_ watch: ProblemChanges) -> [String] {
    var lines = watch.problems.map { "\($0)" }
    if let memoryRefusal { lines.append("\(memoryRefusal)") }
    if session.configuration.makesTakes,
      FileSystemLimit.isInMemory(session.configuration.directory)
    {
      lines.append(
        "\(session.configuration.directory): this folder is in memory, so takes are lost at power-off; store them on a "
          + "partition that no overlay covers (findmnt -T \(session.configuration.directory))")
    }
    return lines
  }
}
