import Beamforming
import Boards
import Recorder
import TOML

extension Command {
  /// The command `pinna config`.
  static let config = Command(
    "config", summary: "show the settings in force, list all keys, change and check settings",
    discussion: """
      Settings are the recordist's preferences: formats, folders, sound, schedules. Commands read \
      \(Settings.systemPath), or the file given with --config; options on the command line override settings.
      """,
    examples: [
      .init("pinna config show", "every setting, and its source"),
      .init(
        "sudo pinna config set take.pre-roll 10", "also record the ten seconds before the press"),
      .init("pinna config default > pinna.toml", "a settings file of your own to start from"),
    ],
    commands: [configShow, configGet, configSet, configDefault, configCheck])

  private static let configShow = Command(
    "show", summary: "every setting in force, and its source",
    discussion: """
      The last column shows the line in the file, or 'default'. A key with no default that is not in the file is not \
      set: its value is '-'. The tables [place], [trigger] and [[schedule]] are shown only if the file has them; \
      otherwise they do not apply.
      """,
    options: [json, SettingsArguments.config],
    examples: [
      .init("pinna config show --config mine.toml", "the settings with the changes in mine.toml")
    ]
  ) { arguments, console in
    let facts = try EffectiveSettings(arguments, console)
    try console.print(facts, arguments) {
      try facts.print(to: console)
    }
    return .success
  }

  private static let configDefault = Command(
    "default", summary: "a settings file with every key and its default",
    discussion: """
      A line with one # shows a default; a line with ## shows an example for a key without a default. Remove the # \
      signs to set a key.
      """,
    examples: [
      .init("pinna config default > pinna.toml", "a settings file of your own to start from")
    ]
  ) { _, console in
    try console.write(.output)(Settings.template)
    return .success
  }

  private static let configCheck = Command(
    "check", summary: "find the errors in a settings file",
    discussion: """
      Prints 'ok', or every error with its line, column and remedy. The board named in the file is also checked: it \
      must exist and support these settings.
      """,
    positionals: [
      Positional("FILE", "settings files; default: /etc/pinna/pinna.toml", count: .any)
    ],
    options: [BoardArgument.option],
    examples: [
      .init("pinna config check mine.toml", "check a file before you copy it to /etc/pinna")
    ]
  ) { arguments, console in
    let files = arguments.positionals.isEmpty ? [Settings.systemPath] : arguments.positionals
    var worst = ExitCode.success
    for file in files {
      let errors = try ConfigCheck.errors(in: file, arguments, console)
      try console.print(errors.found, in: file, mayHideMore: errors.mayHideMore, arguments)
      if worst == .success { worst = errors.found.first?.exitCode ?? .success }
    }
    return worst
  }
}

/// Checks a settings file for `pinna config check`.
enum ConfigCheck {
  /// The errors in a file; those of its board are included only if there are no others.
  static func errors(
    in file: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> (found: [CommandError], mayHideMore: Bool) {
    do throws(TOMLError) {
      let review = try Settings.review(path: file)
      guard review.errors.isEmpty else {
        return (review.errors.map { CommandError($0) }, !review.isComplete)
      }
      let settings = try Settings.load(explicitPath: file)
      for remark in settings.remarks { console.note("warning: \(remark)") }
      return (
        conflict(settings, board: arguments[BoardArgument.option], file, console).map { [$0] }
          ?? [], false
      )
    } catch {
      return ([CommandError(error)], false)
    }
  }

  /// The error for the first setting that does not suit the board, or the error of the board itself, or of the file
  /// with the ears.
  static func conflict(
    _ settings: Settings, board: String? = nil, _ file: String, _ console: Console
  ) -> CommandError? {
    (board ?? settings.board).flatMap { conflict(settings, ofBoard: $0, file, console) }
      ?? unreadable(settings.stereo.ears, file)
  }

  /// The error if the SOFA file in the settings cannot be used; without it, a recorder can make no takes.
  private static func unreadable(_ ears: Ears, _ file: String) -> CommandError? {
    guard case .file = ears else { return nil }
    do {
      _ = try ears.head(rate: DesignSettings().rate)
      return nil
    } catch {
      let error = CommandError.filters(.head(error))
      return CommandError("\(file): stereo.ears: \(error.message)", error.exitCode)
    }
  }

  private static func conflict(
    _ settings: Settings, ofBoard name: String, _ file: String, _ console: Console
  ) -> CommandError? {
    do throws(CommandError) {
      let board = try BoardArgument.load(name, console)
      do throws(UnavailableSetting) {
        _ = try SessionConfiguration(settings, board: board)
        return absent(settings.stereo, board, file)
      } catch {
        return CommandError("\(file): \(error)", .configuration)
      }
    } catch {
      return error
    }
  }

  /// The error if the board lacks the data source in the settings, or the data source lacks their pattern.
  private static func absent(
    _ stereo: Settings.Stereo, _ board: Board, _ file: String
  ) -> CommandError? {
    let index = stereo.source.map { board.dataSource(named: $0) } ?? 0
    guard let index else {
      let names = board.dataSources.map { "\"\($0.name)\"" }.joined(separator: ", ")
      return CommandError(
        "\(file): stereo.source = \"\(stereo.source ?? "")\": the board \(board.id) has no such data "
          + "source; it has \(names)", .configuration)
    }
    let source = board.dataSources[index]
    guard let pattern = stereo.pattern, !source.patterns.contains(pattern) else { return nil }
    let patterns = source.patterns.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return CommandError(
      "\(file): stereo.pattern = \"\(pattern.rawValue)\": \(source.name) of \(board.id) supports "
        + patterns, .configuration)
  }
}
