/// The whole program: it takes the words of a command line, and returns an exit code.
struct Program: Sendable {
  /// All commands in one group, which has the name of the program.
  let root: Command
  /// The version that `--version` prints.
  let version: Version

  /// Makes a program from its commands.
  init(
    name: String, version: Version, summary: String, discussion: String = "",
    examples: [Command.Example] = [], commands: [Command]
  ) {
    root = Command(
      name, summary: summary, discussion: discussion, examples: examples, commands: commands)
    self.version = version
  }

  /// Runs the command that the words after the program's name ask for.
  ///
  /// Every error is printed as one message on the diagnostics; a reader that has closed the output is not an error.
  func run(_ words: [String], console: Console) -> ExitCode {
    run(console) {
      switch try CommandParser(program: root).parse(words) {
      case .run(let action, let arguments, isLive: false):
        return try action(arguments, console)
      case .run(let action, let arguments, isLive: true):
        let live = UnhinderedConsole(over: console, isJSON: arguments.asksForJSON)
        defer { live.end() }
        return run(live.console) { try action(arguments, live.console) }
      case .help(let command, let path):
        let help = CommandHelp(command: command, path: path).text(for: console.terminal)
        try console.print(String(help.dropLast()))
        // "pinna" alone is not a complete command line: it shows the help, and returns the exit code of a mistake.
        return words.contains { $0 == "--help" || $0 == "-h" || $0 == "help" } ? .success : .usage
      case .version:
        try console.print("\(root.name) \(version.text)")
        return .success
      case .manual(let folder):
        try ManualFolder.write(self, to: folder, console)
        return .success
      }
    }
  }

  /// Runs a body, reports its error if it throws one, and returns the exit code.
  private func run(_ console: Console, _ body: () throws -> ExitCode) -> ExitCode {
    do {
      return try body()
    } catch is OutputClosed {
      return .success
    } catch let error as CommandError {
      console.report(error, program: root.name)
      return error.exitCode
    } catch {
      console.report(CommandError("\(error)", .software), program: root.name)
      return .software
    }
  }
}
