import Drawings
import Essentials
import Glibc

/// The output of a command for facts, and the diagnostics for everything else.
///
/// Only the process's own console writes to file descriptors; tests use one that keeps the text.
struct Console: Sendable {
  /// Writes text; throws if the reader is gone or the disk is full.
  typealias Writer = @Sendable (String) throws -> Void
  /// Reads a line.
  typealias LineReader = @Sendable () -> String?

  /// The properties of the output.
  let terminal: Terminal
  /// The properties of the diagnostics.
  let diagnosticsTerminal: Terminal
  /// The environment variables that commands use, by name.
  let environment: [String: String]
  /// The absolute path of the program, if it is known; tests have none.
  var program: String?
  /// True if output and diagnostics go to the same place, where their lines must stay in order.
  let sharesOutput: Bool
  /// Reads the line that a person types, and returns `nil` at the end; `nil` itself if there is no person to ask.
  let ask: LineReader?
  private let output: Writer
  private let diagnostics: Writer
  /// Marks the end of the work that printing must not hold up.
  let concludeWork: @Sendable () -> Void

  /// The destination of text.
  enum Stream: Sendable { case output, diagnostics }

  /// A console from its two writers.
  ///
  /// - Parameters:
  ///   - ask: reads an answer; `nil` if there is no person to ask.
  ///   - concludeWork: called when a real-time command has done its work and prints the results.
  init(
    terminal: Terminal, diagnosticsTerminal: Terminal, environment: [String: String] = [:],
    sharesOutput: Bool = false, ask: LineReader? = nil, output: @escaping Writer,
    diagnostics: @escaping Writer, concludeWork: @escaping @Sendable () -> Void = {}
  ) {
    self.ask = ask
    self.sharesOutput = sharesOutput
    self.concludeWork = concludeWork
    self.terminal = terminal
    self.diagnosticsTerminal = diagnosticsTerminal
    self.environment = environment
    self.output = output
    self.diagnostics = diagnostics
  }

  /// The console of this process: standard output and standard error.
  static func standard() -> Console {
    let environment = Environment.variables
    // A question that nobody could see is not asked.
    let isAnswered = isatty(0) == 1 && isatty(2) == 1
    let reader: LineReader = {
      ProcessSignals.waitForInput() ? readLine(strippingNewline: true) : nil
    }
    var console = Console(
      terminal: .of(descriptor: 1, environment: environment),
      diagnosticsTerminal: .of(descriptor: 2, environment: environment),
      environment: environment, sharesOutput: FileDescriptorWriter.isSameFile(1, 2),
      ask: isAnswered ? reader : nil,
      output: { try FileDescriptorWriter.write($0, to: 1) },
      diagnostics: { try FileDescriptorWriter.write($0, to: 2) })
    console.program = programPath()
    return console
  }

  /// The absolute path of this program.
  private static func programPath() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The same console with all text on the diagnostics, for a command whose output is for a program.
  var diagnosticsOnly: Console {
    var console = Console(
      terminal: diagnosticsTerminal, diagnosticsTerminal: diagnosticsTerminal,
      environment: environment, sharesOutput: true, ask: ask, output: diagnostics,
      diagnostics: diagnostics, concludeWork: concludeWork)
    console.program = program
    return console
  }

  /// The writer of a stream.
  func write(_ stream: Stream) -> Writer {
    switch stream {
    case .output: output
    case .diagnostics: diagnostics
    }
  }

  /// Writes one line of facts to the output.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing failed.
  func print(_ line: String = "") throws { try output(line + "\n") }

  /// Writes lines of facts to the output.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing failed.
  func print(lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try print(lines.joined(separator: "\n"))
  }

  /// Writes a table to the output, with colours if they are allowed.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing failed.
  func print(_ table: TextTable, showsTitles: Bool = true, indent: Int = 0) throws {
    try print(
      lines: table.lines(
        colored: terminal.allowsColor, showsTitles: showsTitles, indent: indent))
  }

  /// Writes a line that is not a requested fact: a warning, or the present work.
  ///
  /// A diagnostic that cannot be written is dropped, because it must not stop the work.
  func note(_ line: String) { writeDiagnostics(line + "\n") }

  /// Writes text to the diagnostics unchanged.
  func writeDiagnostics(_ text: String) {
    do { try diagnostics(text) } catch {}
  }

  /// Writes an error as `pinna: MESSAGE`.
  func report(_ error: CommandError, program: String) {
    note("\(diagnosticsTerminal.styled(program + ":", .red)) \(error.message.printableLines)")
  }
}

/// The error if the reader has closed standard output, as `head` does; nothing more is printed.
struct OutputClosed: Error {}

extension Console {
  /// Prints the lines of a result whose exit code counts even if they are not read to the end.
  ///
  /// - Throws: ``CommandError`` if writing failed; a missing reader is not an error.
  func printResult(lines: [String]) throws {
    do {
      try print(lines: lines)
    } catch is OutputClosed {
      // `pinna check | head -1` must still pass or fail.
    }
  }
}
