import Assembly
import Beamforming
import Boards
import Essentials
import Face
import Recorder

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
    try translate(try filters.checkAmbisonics(configuration), to: CommandError.filters)
  }
}

extension RecorderHost {
  /// The recorder of a command.
  ///
  /// - Throws: ``CommandError`` (78) when the preferred data source or pattern does not exist.
  static func make(
    _ setup: LiveSetup, hasLights: Bool, control: ControlPoint? = nil,
    service: (any ServicePort)? = nil, isAppliance: Bool = false
  ) throws(CommandError) -> RecorderHost {
    let recorder = try translate(
      try LiveRecorder(
        setup.configuration, filters: setup.filters, hasLights: hasLights,
        bell: control?.bell.descriptor), to: CommandError.refusal)
    return RecorderHost(
      recorder, version: Version.current.number, control: control, service: service,
      settings: isAppliance ? setup.settings : nil)
  }
}
