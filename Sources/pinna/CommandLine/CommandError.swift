/// Why a command ends without having done its work, for people: printed as `pinna: MESSAGE`.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The message: what happened, where, and what to do; lines after the first are details.
  var message: String
  /// The exit code of the process.
  var exitCode: ExitCode

  /// An error from its words and its exit code.
  init(_ message: String, _ exitCode: ExitCode) {
    self.message = message
    self.exitCode = exitCode
  }

  var description: String { message }

  /// A mistake on the command line: what was wrong and what would be right.
  static func usage(_ message: String, of path: [String]) -> CommandError {
    let end = message.hasSuffix("?") ? " See" : "; see"
    return CommandError("\(message)\(end) \((path + ["--help"]).joined(separator: " "))", .usage)
  }
}
