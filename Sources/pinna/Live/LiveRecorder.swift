import Beamforming
import Boards
import Essentials
import LinuxBoard
import Recorder
import TakeFiles

/// A recorder on the hardware of this machine, as `run`, `record` and `monitor` use it.
struct LiveRecorder {
  let board: Board
  let session: Session
  let filters: FilterStore
  private let machine: LinuxMachine
  /// The reason why the system does not lock the memory; `nil` when it does.
  let memoryRefusal: MemoryLockRefusal?
  var loop: RecorderLoop

  /// Opens the buttons, sensor and lights that are present; ``RecorderLoop/arm()`` opens the capture device.
  ///
  /// - Parameter bell: a descriptor that ends a wait of the loop when it can be read.
  /// - Throws: ``CommandError`` (78) when the preferred data source or pattern does not exist.
  init(
    _ configuration: SessionConfiguration, filters: FilterStore, hasLights: Bool,
    bell: Int32? = nil
  ) throws(CommandError) {
    board = configuration.board
    self.filters = filters
    memoryRefusal = MemoryLock.request()
    let machine = LinuxMachine(board, receiver: configuration.receiver)
    self.machine = machine
    machine.hands.open()
    if hasLights { machine.lights.show(LightLevels()) }
    do throws(SessionRefusal) {
      session = try Session(
        configuration: configuration, filters: filters, machine: machine.ports)
    } catch {
      throw CommandError(error)
    }
    loop = RecorderLoop(
      session: session, clock: MonotonicClock.now,
      wait: { machine.hands.wait(seconds: $0, other: bell) },
      lights: LightShow(hasLights ? machine.lights : nil))
  }

  /// Gives buttons and lights to another program, or takes them back.
  func lendHands(_ isLent: Bool) {
    machine.hands.lend(isLent)
    machine.lights.lend(isLent)
  }

  /// Makes a watch over hardware that cannot be used: buttons, sensor, lights, gains of the sound card.
  ///
  /// It must be made after arming, because gains are set whenever the capture device is opened.
  func problemWatch() -> ProblemWatch {
    ProblemWatch { [machine] in
      machine.hands.problems + machine.lights.problems + machine.capture.problems
    }
  }

  /// A line for every part that cannot be used now, and for everything that the system refuses.
  func notes(_ watch: ProblemWatch) -> [String] {
    var lines = watch.problems.map { "\($0)" }
    if let memoryRefusal { lines.append("\(memoryRefusal)") }
    if session.configuration.makesTakes,
      FileSystemLimit.isInMemory(session.configuration.directory)
    {
      lines.append(
        "\(session.configuration.directory): is in memory, and takes are gone with the power; put them on a partition "
          + "that no overlay covers (findmnt -T \(session.configuration.directory))")
    }
    return lines
  }

  /// The work in the background, in words; `nil` when the filters are ready.
  static func work(_ preparation: FilterPreparation?) -> String? {
    guard let progress = preparation?.progress, !progress.isFinished else { return nil }
    let count = progress.all > 0 ? ", \(progress.done) of \(progress.all)" : ""
    return switch progress.stage {
    case .body: "computing the body, \((progress.part * 100).text(digits: 0)) %"
    case .designing: "designing filters\(count)"
    case .refining: "refining filters\(count)"
    }
  }
}

/// The settings and the board, which all commands on real hardware need before they use it.
struct LiveSetup {
  let settings: Settings
  let board: Board
  var configuration: SessionConfiguration
  let filters: FilterStore

  /// Reads settings and board for a command whose only settings are those of the file.
  ///
  /// - Throws: ``CommandError``: 64, 66 or 78.
  init(file arguments: Arguments, _ console: Console) throws(CommandError) {
    let settings = try SettingsArguments.file(arguments)
    try self.init(arguments, console, settings: settings, noiseFloor: nil)
  }

  /// Reads settings and board for a command with the options of ``SettingsArguments/design``.
  ///
  /// - Parameter adjust: applies the other options of the command line to the settings.
  /// - Throws: ``CommandError``: 64, 66 or 78.
  init(
    _ arguments: Arguments, _ console: Console, adjust: (inout Settings) -> Void
  ) throws(CommandError) {
    var settings = try SettingsArguments.settings(arguments)
    adjust(&settings)
    try self.init(
      arguments, console, settings: settings,
      noiseFloor: arguments[SettingsArguments.noiseFloor])
  }

  private init(
    _ arguments: Arguments, _ console: Console, settings: Settings, noiseFloor: Double?
  ) throws(CommandError) {
    self.settings = settings
    board = try BoardArgument.live(arguments, console, standard: settings.board, isTold: true)
    if board.isSimulatedOnly { throw .simulatedOnly }
    configuration = try translate(
      try SessionConfiguration(settings, board: board), to: CommandError.setting)
    filters = SettingsArguments.filters(
      settings, board, board.capture.rate, noiseFloor: noiseFloor, console)
  }
}
