import Boards
import Recorder
import TOML

/// Finds the case of a board that the command line names.
enum CaseArgument {
  /// The option `--source`, which all commands share.
  static let source = Option.text(
    "source", "NAME", "the data source: front, back, or a name from the board file")
  /// The option `--orientation`, for commands that read no sensor.
  static let orientation = Option.choice(
    "orientation", InputOrientation.allCases,
    "how the board is held, named after the position of its connector")

  /// Returns the case named by `--source` and `--orientation`; the defaults are the first data source and portrait.
  ///
  /// - Throws: ``CommandError`` (64) if there is no such data source, or if an orientation is given for a fixed board.
  static func which(
    _ arguments: Arguments, _ board: Board, settings: Settings = Settings()
  ) throws(CommandError) -> Board.Case {
    let dataSource = try dataSource(arguments, board, settings)
    let held = arguments[orientation]
    guard board.orientation == .handHeld else {
      if let held {
        throw arguments.usageError(
          "--orientation '\(held.rawValue)': \(board.id) is fixed and has no orientations; leave the option out"
        )
      }
      return Board.Case(dataSource: dataSource, orientation: nil)
    }
    return Board.Case(
      dataSource: dataSource,
      orientation: held ?? settings.stereo.orientation ?? .portrait)
  }

  /// Returns the pattern named by `--pattern`, or else the one in the settings, or else the standard one of the data
  /// source.
  ///
  /// - Throws: ``CommandError``: 64 if the data source does not support the pattern that is asked for, 78 if it does
  ///   not support the one in the settings.
  static func pattern(
    _ arguments: Arguments, _ board: Board, _ which: Board.Case, settings: Settings
  ) throws(CommandError) -> PolarPattern {
    let source = board.dataSources[which.dataSource]
    let asked = arguments[SettingsArguments.pattern]
    let pattern = asked ?? settings.stereo.pattern ?? source.standardPattern
    if source.patterns.contains(pattern) { return pattern }
    if pattern == .ambix, let refusal = board.ambisonicRefusal(dataSource: which.dataSource) {
      // Listing the pattern in the board file would not help, so the message does not suggest it.
      throw CommandError.filters(.design(refusal))
    }
    let supported = source.patterns.map(\.rawValue).joined(separator: ", ")
    guard asked != nil else {
      throw CommandError(
        "stereo.pattern = \"\(pattern.rawValue)\" in the settings: \(source.name) of \(board.id) "
          + "supports \(supported); name one of them with --pattern", .configuration)
    }
    throw arguments.usageError(
      "--pattern '\(pattern.rawValue)': \(source.name) of \(board.id) supports \(supported); to "
        + "allow this pattern, add \"\(pattern.rawValue)\" to the patterns of the data source "
        + "\(source.name) in \(board.id).toml"
        + (pattern == .plain && board.pair(of: which.dataSource) == nil
          ? ", and give the names of its two microphones as left and right" : "")
        + "; 'pinna design' then shows how good the pattern is")
  }

  /// Returns the index of the data source named by `--source`, or else by the settings, or else of the first one.
  static func dataSource(
    _ arguments: Arguments, _ board: Board, _ settings: Settings
  ) throws(CommandError) -> Int {
    let asked = arguments[source]
    guard let name = asked ?? settings.stereo.source else { return 0 }
    if let index = board.dataSource(named: name) { return index }
    let names = board.dataSources.map(\.name)
    guard asked != nil else {
      throw CommandError(
        "stereo.source = \"\(name)\" in the settings: \(board.id) has "
          + "\(names.joined(separator: ", ")); name one of them with --source", .configuration)
    }
    let meant = Suggestion.nearest(to: name, in: names).map { "did you mean \($0)? " } ?? ""
    throw arguments.usageError(
      "--source '\(name)': \(meant)\(board.id) has \(names.joined(separator: ", "))")
  }
}
