import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct ProgramTests {
  /// Every command with the words that lead to it.
  private static func paths(_ command: Command, _ path: [String] = []) -> [[String]] {
    [path] + command.commands.flatMap { paths($0, path + [$0.name]) }
  }

  static let allPaths = paths(Program.pinna.root)

  @Test("every command explains itself within the width of the terminal", arguments: allPaths)
  func help(_ path: [String]) {
    for width in [60, 80, 200] {
      let terminal = Terminal(isTerminal: true, width: width, allowsColor: false, isUnicode: true)
      let run = CommandRun.pinna(path + ["--help"], terminal: terminal)
      #expect(run.code == .success)
      #expect(run.diagnostics.isEmpty)
      #expect(run.output.contains("Usage:"))
      #expect(run.output.contains("--help"))
      // Usage and example lines are typed as they are, and may be longer.
      let prose = run.output.split(separator: "\n").filter {
        !$0.contains("pinna ") && !$0.contains("|")
      }
      #expect(prose.allSatisfy { $0.count <= min(width, 100) }, "\(path) at \(width)")
    }
  }

  @Test("every example of every command is a command line that parses", arguments: allPaths)
  func examples(_ path: [String]) throws {
    var command = Program.pinna.root
    for word in path {
      command = try #require(command.commands.first { $0.name == word })
    }
    for example in command.examples {
      // The words up to another program's, or to a file of the shell's.
      var words = example.line.split(separator: " ").prefix { $0 != "|" && $0 != ">" }
        .map(String.init)
      if words.first == "sudo" { words.removeFirst() }
      #expect(words.first == "pinna")
      _ = try CommandParser(program: Program.pinna.root).parse(Array(words.dropFirst()))
    }
  }

  @Test("pinna help X is pinna X --help")
  func helpWord() {
    let run = CommandRun.pinna(["help", "board", "list"])
    #expect(run.output == CommandRun.pinna(["board", "list", "--help"]).output)
    #expect(run.code == .success)
  }

  @Test("half a command shows help and is a usage error")
  func half() {
    #expect(CommandRun.pinna([]).code == .usage)
    #expect(CommandRun.pinna(["board"]).code == .usage)
    #expect(CommandRun.pinna(["board"]).output.contains("validate"))
  }

  @Test("the version is one line")
  func version() {
    let run = CommandRun.pinna(["--version"])
    #expect(run.output == "pinna \(Program.pinna.version.text)\n")
    #expect(run.output.contains(/^pinna \d+\.\d+\.\d+ \(.+\)\n$/))
    #expect(run.code == .success)
  }

  @Test(
    "the version says the commit, and whether files were changed since",
    arguments: [
      ("", "1.2.3 (commit not recorded)"),
      ("0123456789abcdef0123456789abcdef01234567", "1.2.3 (0123456789ab)"),
      ("0123456789abcdef0123456789abcdef01234567+", "1.2.3 (0123456789ab, with changes)"),
    ])
  func commit(commit: String, text: String) {
    #expect(Version(number: "1.2.3", commit: commit).text == text)
  }

  @Test("an unknown command is one line with what was meant")
  func unknown() {
    let run = CommandRun.pinna(["layuot"])
    #expect(
      run.diagnostics == "pinna: no command 'layuot': did you mean layout? See pinna --help\n")
    #expect(run.output.isEmpty)
    #expect(run.code == .usage)
  }

  @Test("an option before the command is explained")
  func optionFirst() {
    #expect(
      CommandRun.pinna(["--board", "phone", "layout"]).diagnostics
        == "pinna: no option '--board': options follow the command; see pinna --help\n")
    #expect(
      CommandRun.pinna(["--verison"]).diagnostics
        == "pinna: no option '--verison': did you mean --version? See pinna --help\n")
  }

  private func program(_ action: @escaping Command.Action) -> Program {
    Program(
      name: "pinna", version: Version(number: "1", commit: ""), summary: "a test",
      commands: [Command("go", summary: "goes", action: action)])
  }

  @Test("errors of every kind become one line and their exit code")
  func errors() {
    struct Odd: Error {}
    let known = CommandRun.pinna(
      ["go"], program: program { _, _ in throw CommandError("x: is busy", .temporary) })
    #expect(known.diagnostics == "pinna: x: is busy\n")
    #expect(known.code == .temporary)
    let odd = CommandRun.pinna(["go"], program: program { _, _ in throw Odd() })
    #expect(odd.code == .software)
    #expect(odd.diagnostics.hasPrefix("pinna: "))
  }

  @Test(
    "a text that is not UTF-8 is an error, because it may name a file",
    .enabled(if: ChildProcess.builtPrograms != nil, "needs the built pinna program"))
  func bytes() throws {
    let folder = try TemporaryDirectory()
    let pinna = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let latin1 = "name=$(printf 'e\\344') && cd \(folder.path) && mkdir -p \"$name\" && "
    for (line, words) in [
      ("\(pinna) takes list \"$name\"", "argument 3, 'e\u{FFFD}', is not UTF-8"),
      ("PINNA_CACHE=\"$name\" \(pinna) board list", "$PINNA_CACHE is not UTF-8"),
    ] {
      let run = try #require(ChildProcess.run(["sh", "-c", latin1 + line]))
      #expect(run.status == ExitCode.usage.rawValue && run.output.contains(words), "\(run)")
    }
  }

  @Test("a reader that closed the output ends the program quietly")
  func closedOutput() {
    let diagnostics = Transcript()
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file, output: { _ in throw OutputClosed() },
      diagnostics: { diagnostics.append($0) })
    #expect(Program.pinna.run(["--help"], console: console) == .success)
    #expect(diagnostics.text.isEmpty)
  }

  @Test("exit codes are those of sysexits")
  func exitCodes() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 77, 78])
  }

  @Test(
    "a start that is no date and time is a mistake of the command line",
    arguments: [
      "tomorrow", "05:30", "2026-02-30 05:30", "2026-11-20 24:00",
    ])
  func start(text: String) {
    let run = CommandRun.pinna(["simulate", "scene.toml", "--out", "takes", "--start", text])
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("\"\(text)\" is not a date and a time"))
  }
}
