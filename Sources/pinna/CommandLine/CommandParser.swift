import TOML

/// Parses the words of a command line.
struct CommandParser {
  /// The request that a command line makes.
  enum Request {
    /// Run this action, in real time or not.
    case run(Command.Action, Arguments, isLive: Bool)
    /// Explain this command, to which these words lead.
    case help(Command, path: [String])
    /// Print the version.
    case version
    /// Write the manual pages and the shell completion to this folder.
    case manual(folder: String)
  }

  /// The program: a group of commands.
  let program: Command

  /// Parses the words after the program's name into a request.
  ///
  /// - Throws: ``CommandError`` with exit code 64.
  func parse(_ words: [String]) throws(CommandError) -> Request {
    var command = program
    var path = [program.name]
    var rest = words[...]
    while case .group(let commands) = command.content {
      guard let word = rest.popFirst() else { return .help(command, path: path) }
      switch word {
      case "--help", "-h": return .help(command, path: path)
      case "--version" where path.count == 1, "-v" where path.count == 1,
        "-V" where path.count == 1, "version" where path.count == 1:
        return .version
      case "--manual" where path.count == 1:
        guard let folder = rest.popFirst(), rest.isEmpty else {
          throw .usage("--manual needs a folder and no other arguments", of: path)
        }
        return .manual(folder: folder)
      case "help":
        // "pinna help render" means "pinna render --help".
        rest.append("--help")
        continue
      default: break
      }
      guard let next = commands.first(where: { $0.name == word }) else {
        if path.count <= 2, let meant = GuessedWords.meaning(of: word, in: path.dropFirst().first),
          commands.contains(where: { $0.name == meant.first })
        {
          rest = (meant + rest)[...]
          continue
        }
        throw Self.unknown(word, among: commands, path: path)
      }
      command = next
      path.append(word)
    }
    guard case .action(let action) = command.content else { return .help(command, path: path) }
    if Self.asksForHelp(rest) { return .help(command, path: path) }
    let arguments = try ArgumentScanner.scan(rest, for: command, path: path)
    return .run(action, arguments, isLive: command.isLive)
  }

  private static func asksForHelp(_ words: ArraySlice<String>) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private static func unknown(
    _ word: String, among commands: [Command], path: [String]
  ) -> CommandError {
    if word.hasPrefix("-") {
      let meant = Suggestion.nearest(to: word, in: ["--help", "--version", "--manual"])
      let hint = meant.map { "did you mean \($0)?" } ?? "options follow the command"
      return .usage("no option '\(word)': \(hint)", of: path)
    }
    if path.count <= 2, let remedy = GuessedWords.remedy(for: word, in: path.dropFirst().first) {
      return .usage("no command '\(word)': \(remedy)", of: path)
    }
    let names = commands.map(\.name)
    let meant = Suggestion.nearest(to: word, in: names)
    let hint =
      meant.map { "did you mean \($0)?" } ?? "the commands are \(names.joined(separator: ", "))"
    return .usage("no command '\(word)': \(hint)", of: path)
  }
}
