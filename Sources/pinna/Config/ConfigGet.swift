import Recorder
import TOML

extension Command {
  /// The command `pinna config get`.
  static let configGet = Command(
    "get", summary: "one setting in force",
    discussion: """
      Prints the value as scripts need it: strings without quotes, and nothing if the setting has neither value nor \
      default. --json also prints its source, default and bounds, and when a change takes effect.
      """,
    positionals: [ConfigKeys.argument], options: [json, SettingsArguments.config],
    examples: [.init("pinna config get take.directory", "the folder of takes, for a script")]
  ) { arguments, console in
    let key = try ConfigKeys.named(arguments.positionals[0], arguments)
    _ = try SettingsArguments.file(arguments)
    let root = try Settings.table(explicitPath: arguments[SettingsArguments.config])
    let facts = try DeclaredSetting(key, root)
    if arguments.has(json) {
      try console.print(JSONOutput.text(facts))
    } else if let value = facts.value {
      try console.print(TOMLText.plain(value).printable)
    } else {
      console.note("\(key.path) is not set, and has no default")
    }
    return .success
  }
}
