/// The reason why a command ended without doing its work, in words for people; it is printed as `pinna: MESSAGE`.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The message: the problem, the place where it is, and the remedy; lines after the first give details.
  var message: String
  /// The exit code of the process for this error.
  var exitCode: ExitCode

  init(_ message: String, _ exitCode: ExitCode) {
    self.message = message
    self.exitCode = exitCode
  }

  var description: String { message }

  /// The error for a mistake on the command line: the problem, and the correct form.
  static func usage(_ message: String, of path: [String]) -> CommandError {
    let end = message.hasSuffix("?") ? " See" : "; see"
    return CommandError("\(message)\(end) \((path + ["--help"]).joined(separator: " "))", .usage)
  }
}
