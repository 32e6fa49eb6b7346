import Synchronization

@testable import pinna

/// The output and the exit code of a command line.
struct CommandRun {
  var output: String
  var diagnostics: String
  var code: ExitCode

  /// Runs the words after `pinna`.
  static func pinna(
    _ words: [String], environment: [String: String] = [:], terminal: Terminal = .file,
    program: Program = .pinna
  ) -> CommandRun {
    let output = Transcript()
    let diagnostics = Transcript()
    let console = Console(
      terminal: terminal, diagnosticsTerminal: terminal, environment: environment,
      output: { output.append($0) }, diagnostics: { diagnostics.append($0) })
    let code = program.run(words, console: console)
    return CommandRun(output: output.text, diagnostics: diagnostics.text, code: code)
  }
}

/// Text that grows while others read it.
final class Transcript: Sendable {
  private let content = Mutex("")

  var text: String { content.withLock { $0 } }

  func append(_ text: String) { content.withLock { $0 += text } }
}
