/// The reason why a command ended without doing its work, for people: printed as `pinna: MESSAGE`.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The message: the problem, its place, and the remedy; lines after the first are details.
  var message: String
  /// The exit code of the process.
  var exitCode: ExitCode

  /// An error from its words and its exit code.
  init(_ message: String, _ exitCode: ExitCode) {
    self.message = message
    self.exitCode = exitCode
  }

  var description: String { message }

  /// A mistake on the command line: the problem and the correct form.
  static func usage(_ message: String, of path: [String]) -> CommandError {
    let end = message.hasSuffix("?") ? " See" : "; see"
    return CommandError("\(message)\(end) \((path + ["--help"]).joined(separator: " "))", .usage)
  }
}
