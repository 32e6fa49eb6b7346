import Synchronization
import TestSupport

@testable import pinna

/// The output and the exit code of a command line.
struct CommandRun {
  var output: String
  var diagnostics: String
  var code: ExitCode

  /// Runs the words after `pinna`.
  ///
  /// - Parameters:
  ///   - environment: variables beside the folder of filters that tests share.
  ///   - answers: the lines of a person at a terminal; `nil` where there is none.
  static func pinna(
    _ words: [String], environment: [String: String] = [:], terminal: Terminal = .file,
    answers: [String]? = nil, program: Program = .pinna
  ) -> CommandRun {
    let output = Transcript()
    let diagnostics = Transcript()
    let lines = Answers(answers ?? [])
    let reader: Console.LineReader = { lines.next() }
    let console = Console(
      terminal: terminal, diagnosticsTerminal: terminal,
      environment: ["PINNA_CACHE": TestForm.cache].merging(environment) { $1 },
      ask: answers == nil ? nil : reader,
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

/// The lines that a person types, one after the other; then the input ends.
final class Answers: Sendable {
  private let lines: Mutex<[String]>

  init(_ lines: [String]) { self.lines = Mutex(lines) }

  func next() -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
