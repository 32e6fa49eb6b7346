import Boards
import Recorder

/// Options of the commands that work on real hardware.
enum LiveArguments {
  /// The option `--orientation`, for commands that read a sensor.
  static let orientation = Option.choice(
    "orientation", InputOrientation.allCases, none: "auto",
    "how the board is held, named after the position of its connector; auto reads the board's sensor"
  )
  static let duration = Option.number(
    "duration", "S", 0.1...86400, unit: "s", "stop after this time")
  static let inputGain = Option.number(
    "input-gain", "DB", Capture.inputGains, unit: "dB",
    "the analogue gain of the sound card, if the board file names the gain control")
  static let quiet = Option.flag("quiet", "show no meters")

  /// Applies the options for source, pattern and orientation to settings.
  static func apply(_ arguments: Arguments, to settings: inout Settings) {
    if let name = arguments[CaseArgument.source] { settings.stereo.source = name }
    if let pattern = arguments[SettingsArguments.pattern] { settings.stereo.pattern = pattern }
    if let gain = arguments[inputGain] { settings.take.inputGain = gain }
    if let held = arguments[orientation] { settings.stereo.orientation = held }
  }

  /// Checks that the board supports the settings.
  ///
  /// - Throws: ``CommandError`` (64) if the board has no such data source, if the source does not support the pattern,
  ///   or if an orientation is set for a board with a fixed up.
  static func check(
    _ arguments: Arguments, _ board: Board, _ settings: Settings
  ) throws(CommandError) {
    if board.orientation != .handHeld, case let held?? = arguments[orientation] {
      throw arguments.usageError(
        "--orientation '\(held.rawValue)': \(board.id) is fixed and has no orientations; leave the option out"
      )
    }
    let index = try CaseArgument.dataSource(arguments, board, settings)
    let which = Board.Case(dataSource: index, orientation: nil)
    _ = try CaseArgument.pattern(arguments, board, which, settings: settings)
  }
}
