import Drawings
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("Words that people guess") struct GuessedWordsTests {
  private static let parser = CommandParser(program: Program.pinna.root)

  /// The words of the command that a line reaches, or the message of its error.
  private static func answer(_ line: String) -> String {
    do {
      switch try parser.parse(line.split(separator: " ").map(String.init)) {
      case .run(_, let arguments, _): return arguments.path.joined(separator: " ")
      case .help(_, let path): return "help of " + path.joined(separator: " ")
      case .version: return "version"
      case .manual: return "manual"
      }
    } catch {
      return error.exitCode == .usage ? error.message : "not a usage error"
    }
  }

  @Test(
    "each of these lines does what was meant, or names what does",
    arguments: [
      ("-v", "version"), ("-V", "version"), ("version", "version"), ("--version", "version"),
      ("-h", "help of pinna"), ("help", "help of pinna"), ("help record", "help of pinna record"),
      ("record -h", "help of pinna record"), ("record -o dawn", "pinna record"),
      ("record -d 10", "pinna record"), ("record -b uma-8 -q", "pinna record"),
      ("record dawn.wav", "pinna record"), ("rec", "pinna record"),
      ("recrod", "did you mean record?"),
      ("list", "pinna takes list"), ("ls -j", "pinna takes list"), ("play 7", "pinna takes play"),
      ("show 7", "pinna takes show"), ("info 7", "pinna takes show"),
      ("export 7 -f flac -o x.flac", "pinna takes export"), ("convert 7", "pinna takes export"),
      ("verify", "pinna takes verify"), ("recover", "pinna takes recover"),
      ("repair", "pinna takes recover"), ("copy /media/stick", "pinna takes copy"),
      ("takes", "help of pinna takes"), ("takes lst", "did you mean list?"),
      ("devices", "pinna inputs"), ("cards", "pinna inputs"), ("mics", "pinna inputs"),
      ("boards", "pinna board list"), ("validate x.toml", "pinna board validate"),
      ("test", "pinna check"), ("doctor", "pinna check"), ("levels", "pinna monitor"),
      ("meters", "pinna monitor"), ("watch", "pinna status"), ("status", "pinna status"),
      ("delete 7", "pinna takes delete"), ("rm 7", "pinna takes delete"),
      ("settings", "pinna config show"), ("config", "help of pinna config"),
      ("board new x.toml", "pinna board new"),
      ("marker", "pinna mark"), ("log", "journalctl -u pinna"), ("source", "pinna select --source"),
      ("pattern", "pinna select --pattern"), ("service", "systemctl status pinna"),
      ("web", "pinna-web"), ("mqtt", "pinna-bridge"),
      ("record --seconds 5", "did you mean --duration?"),
      ("record -x", "options start with two dashes"),
      ("draw -b=uma-8", "write -b and its value as two words, or --board=VALUE"),
      ("draw -juma-8", "options start with two dashes"),
      ("draw -b uma-8", "pinna layout"),
      ("takes info 7", "pinna takes show"), ("takes rm 7", "pinna takes delete"),
      ("config settings", "pinna config show"), ("config edit", "pinna config set"),
      ("board edit x", "pinna board validate"),
      ("gpsd", "pinna gps"), ("wiring phone", "pinna board wiring"),
      ("new x.toml", "pinna board new"),
    ])
  func guessed(line: String, answer: String) {
    let found = Self.answer(line)
    #expect(found.contains(answer), "\(line): \(found)")
  }

  @Test("what is meant exists, and no command is hidden by a guess")
  func meant() throws {
    for word in ["list", "play", "devices", "watch", "boards"] {
      let meant = try #require(GuessedWords.meaning(of: word))
      #expect(Program.pinna.root.commands.contains { $0.name == meant[0] })
    }
    for command in Program.pinna.root.commands {
      #expect(GuessedWords.meaning(of: command.name) == nil)
    }
  }

  /// Every command and group of commands, and the words that lead to it.
  private static func all(_ command: Command, _ path: [String]) -> [(Command, [String])] {
    let here = path + [command.name]
    return [(command, here)] + command.commands.flatMap { all($0, here) }
  }

  @Test("the first 24 lines of every command's help show how to type it, with an example")
  func firstScreen() {
    for (command, path) in Self.all(Program.pinna.root, []) {
      let help = CommandHelp(command: command, path: path).text(for: .file)
      let screen = help.split(separator: "\n", omittingEmptySubsequences: false).prefix(24)
      let line = "  " + path.joined(separator: " ")
      let places = screen.indices.filter { screen[$0].hasPrefix(line) }
      #expect(places.count >= 2, "\(path): \(screen.joined(separator: "\n"))")
    }
  }
}
