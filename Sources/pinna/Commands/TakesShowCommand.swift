import Drawings
import TakeFiles

extension Command {
  /// `pinna takes show`.
  static let takesShow = Command(
    "show", summary: "everything a take says about itself",
    positionals: [TakesArguments.takeArgument],
    options: [json, SettingsArguments.config],
    examples: [
      .init("pinna takes show 7", "take number 7 in the directory of the settings"),
      .init("pinna takes show ZOOM0007.WAV", "what another recorder wrote into its file"),
    ]
  ) { arguments, console in
    let take = try TakesArguments.take(arguments.positionals[0], arguments)
    if arguments.has(json) {
      try console.print(JSONOutput.text(TakeFacts(take)))
    } else {
      try TakeDetails(take, terminal: console.terminal).print(to: console)
    }
    return .success
  }
}
