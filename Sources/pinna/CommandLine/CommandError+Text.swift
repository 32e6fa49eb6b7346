import Essentials
import Glibc

extension CommandError {
  /// The error for the first argument, or the first of Pinna's own variables, that is not UTF-8; `nil` if all are.
  ///
  /// Swift would replace the wrong bytes, and the text would name another file.
  static var invalidText: CommandError? {
    let remedy = "is not UTF-8; rename the file, or use a terminal with UTF-8"
    for (index, shown) in CommandLine.arguments.enumerated().dropFirst() {
      guard let text = CommandLine.unsafeArgv[index], String(validatingCString: text) == nil
      else { continue }
      return CommandError("argument \(index), '\(shown.printable)', \(remedy)", .usage)
    }
    for (name, _) in Environment.meanings where name.hasPrefix("PINNA_") {
      guard let text = getenv(name), String(validatingCString: text) == nil else { continue }
      return CommandError("$\(name) \(remedy)", .usage)
    }
    return nil
  }
}
