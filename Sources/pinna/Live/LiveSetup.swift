import Assembly
import Beamforming
import Boards
import Essentials
import Face
import LinuxBoard
import Recorder
import SimulatedBoard

/// The settings and the board, which all commands on real hardware need.
struct LiveSetup {
  let settings: Settings
  let board: Board
  var configuration: SessionConfiguration
  let filters: FilterStore
  /// Simulates the board; `nil` for a real one.
  private(set) var simulator: Simulator?

  /// Reads the settings and the board for a command whose options do not override settings.
  ///
  /// - Throws: ``CommandError``: 64, 66 or 78.
  init(file arguments: Arguments, _ console: Console) throws(CommandError) {
    let settings = try SettingsArguments.file(arguments)
    try self.init(arguments, console, settings: settings, noiseFloor: nil)
  }

  /// Reads the settings and the board for a command that has the options of ``SettingsArguments/design``.
  ///
  /// - Parameter adjust: applies the command line's other options to the settings.
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
    let scenario = try SimulationArguments.scenario(arguments)
    if let scenario {
      board = try SimulationArguments.board(of: scenario, arguments, console)
    } else {
      let simulated = arguments.has(SimulationArguments.simulated) ? "phone" : nil
      board = try BoardArgument.live(
        arguments, console, standard: settings.board ?? simulated, isTold: true)
    }
    simulator = try SimulationArguments.simulator(of: board, scenario, arguments, console)
    var settings = settings
    if simulator != nil {
      if settings.take.directory == Settings.Take().directory {
        settings.take.directory = settings.take.placeOfTakes()
      }
      // The sound of a simulated board is not played on any device of this machine.
      settings.monitor.enabled = false
      settings.live.device = nil
    }
    self.settings = settings
    configuration = try translate(
      try SessionConfiguration(settings, board: board), to: CommandError.setting)
    configuration.unit = settings.unit.completed(
      machineID: simulator == nil ? MachineID.read() : nil, version: Version.current.number,
      prefix: settings.take.prefix)
    if simulator != nil {
      (configuration.capturePriority, configuration.renderPriority) = (nil, nil)
      (configuration.copy, configuration.powerOff) = (nil, nil)
    }
    filters = SettingsArguments.filters(
      settings, board, board.capture.rate, noiseFloor: noiseFloor, console)
    try translate(try filters.checkAmbisonics(configuration), to: CommandError.filters)
  }

  /// Gives a simulated board its body.
  ///
  /// The first time this takes up to a minute, so a command does it after all checks, just before it creates the
  /// recorder.
  ///
  /// - Throws: ``CommandError`` if the responses of the body are not available.
  mutating func addBody(_ console: Console) throws(CommandError) {
    guard let simulator else { return }
    self.simulator?.body = try BodyArgument.responses(
      of: simulator.hardware, console,
      note: "computing the effect of the body of the simulated \(board.id): this takes up to a "
        + "minute, and only once; then the recorder starts",
      isWanted: { ProcessSignals.stop == nil })
  }

  /// Tells which settings of takes act differently on a simulated board.
  func tellDifferences(_ console: Console) {
    guard simulator != nil else { return }
    SimulationArguments.tellOfReceiver(settings, console)
    if !settings.schedule.isEmpty, let words = settings.clockWarning {
      console.note("\(words); a simulated board still starts scheduled takes")
    }
  }
}

extension RecorderHost {
  /// Makes the recorder of a command.
  ///
  /// - Throws: ``CommandError`` (78) if the preferred data source or pattern does not exist on the board.
  static func make(
    _ setup: LiveSetup, hasLights: Bool, control: ControlPoint? = nil,
    service: (any ServicePort)? = nil, isAppliance: Bool = false
  ) throws(CommandError) -> RecorderHost {
    let version = Version.current.number
    let settings = isAppliance ? setup.settings : nil
    func withLog(_ host: RecorderHost) throws(CommandError) -> RecorderHost {
      guard isAppliance, setup.settings.take.hasLog else { return host }
      host.deployment = try translate(
        try DeploymentLog(directory: setup.configuration.directory), to: CommandError.session)
      return host
    }
    let bell = control?.bell.descriptor
    if let simulator = setup.simulator {
      let recorder = try SimulationArguments.translating {
        try SimulatedRecorder(
          simulator, configuration: setup.configuration, filters: setup.filters, bell: bell)
      }
      return try withLog(
        RecorderHost(
          recorder.loop, world: recorder.world, version: version, control: control,
          service: service, settings: settings))
    }
    let recorder = try translate(
      try LiveRecorder(
        setup.configuration, filters: setup.filters, hasLights: hasLights, bell: bell),
      to: CommandError.refusal)
    return try withLog(
      RecorderHost(
        recorder.loop, live: recorder, version: version, control: control, service: service,
        settings: settings))
  }
}
