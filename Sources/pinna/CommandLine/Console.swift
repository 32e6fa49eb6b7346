import Drawings
import Essentials
import Glibc

/// The two destinations of a command's text: the output for facts, and the diagnostics for everything else.
///
/// Only the console of the process writes to file descriptors; tests use a console that keeps the text.
struct Console: Sendable {
  /// Writes text; throws if the reader is gone, or if writing fails.
  typealias Writer = @Sendable (String) throws -> Void
  /// Reads a line; `nil` at the end of the input.
  typealias LineReader = @Sendable () -> String?

  /// The properties of the terminal or file that receives the output.
  let terminal: Terminal
  /// The properties of the terminal or file that receives the diagnostics.
  let diagnosticsTerminal: Terminal
  /// The environment variables that commands use, by their names.
  let environment: [String: String]
  /// The absolute path of the program; `nil` if it is not known, as in tests.
  var program: String?
  /// True if output and diagnostics go to the same place, where their lines must stay in order.
  let sharesOutput: Bool
  /// Reads the line that a person types; not set if there is no person to ask.
  let ask: LineReader?
  private let output: Writer
  private let diagnostics: Writer
  /// Marks the end of the work that printing must not hold up.
  let concludeWork: @Sendable () -> Void

  /// The destinations of text.
  enum Stream: Sendable { case output, diagnostics }

  /// Makes a console from its two writers.
  ///
  /// - Parameters:
  /// - ask: reads an answer; `nil` if there is no person to ask.
  ///   - concludeWork: called when a real-time command has done its work and is about to print the results.
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
    // A question is asked only if a person can see it and answer.
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

  /// The same console, but with all text going to the diagnostics, for a command whose output goes to another program.
  var diagnosticsOnly: Console {
    var console = Console(
      terminal: diagnosticsTerminal, diagnosticsTerminal: diagnosticsTerminal,
      environment: environment, sharesOutput: true, ask: ask, output: diagnostics,
      diagnostics: diagnostics, concludeWork: concludeWork)
    console.program = program
    return console
  }

  /// The writer for a destination.
  func write(_ stream: Stream) -> Writer {
    switch stream {
    case .output: output
    case .diagnostics: diagnostics
    }
  }

  /// Writes one line of facts to the output.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails otherwise.
  func print(_ line: String = "") throws { try output(line + "\n") }

  /// Writes lines of facts to the output.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails otherwise.
  func print(lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try print(lines.joined(separator: "\n"))
  }

  /// Writes a table to the output, in colours if they are allowed.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails otherwise.
  func print(_ table: TextTable, showsTitles: Bool = true, indent: Int = 0) throws {
    try print(
      lines: table.lines(
        colored: terminal.allowsColor, showsTitles: showsTitles, indent: indent))
  }

  /// Writes a line that is not a requested fact, such as a warning or what is being done now.
  ///
  /// If the line cannot be written, it is dropped, because a diagnostic must not stop the work.
  func note(_ line: String) { writeDiagnostics(line + "\n") }

  /// Writes text to the diagnostics unchanged.
  func writeDiagnostics(_ text: String) {
    do { try diagnostics(text) } catch {}
  }

  /// Writes an error in the form `pinna: MESSAGE`.
  func report(_ error: CommandError, program: String) {
    note("\(diagnosticsTerminal.styled(program + ":", .red)) \(error.message.printableLines)")
  }
}

/// The error thrown when the reader has closed standard output, as `head` does; nothing more is printed then.
struct OutputClosed: Error {}

extension Console {
  /// Prints facts as JSON if the command line asks for it; otherwise prints them in the form for people.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails otherwise.
  func print<Facts: Encodable>(
    _ facts: @autoclosure () throws -> Facts, _ arguments: Arguments, forPeople: () throws -> Void
  ) throws {
    guard arguments.asksForJSON else { return try forPeople() }
    try print(JSONOutput.text(facts()))
  }

  /// Prints the errors in a file that was checked, or that the file is all right.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails otherwise.
  func print(
    _ errors: [CommandError], in file: String, mayHideMore: Bool, _ arguments: Arguments
  ) throws {
    for error in errors { report(error, program: arguments.path[0]) }
    if errors.count > 1 || mayHideMore {
      let more = mayHideMore ? "; other errors may show up once these are fixed" : ""
      note("\(file): \(errors.count.counted("error"))\(more)")
    }
    if errors.isEmpty { try print("\(file): \(terminal.styled("ok", .green))") }
  }

  /// Prints the lines of a result whose exit code counts even if nobody reads the lines to the end.
  ///
  /// - Throws: ``CommandError`` if writing fails; a reader that is gone is not an error.
  func printResult(lines: [String]) throws {
    do {
      try print(lines: lines)
    } catch is OutputClosed {
      // `pinna check | head -1` must still return the exit code of the checks.
    }
  }
}
