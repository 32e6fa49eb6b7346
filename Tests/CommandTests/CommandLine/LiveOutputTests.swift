import Glibc
import Synchronization
import Testing

@testable import CommandSupport
@testable import pinna

/// The console of commands that work in real time.
@Suite struct LiveOutputTests {
  /// A reader that takes nothing until it is told to.
  private final class StoppedReader: Sendable {
    private let isStopped = Atomic<Bool>(true)
    let transcript = Transcript()

    func read(_ text: String) {
      while isStopped.load(ordering: .acquiring) { poll(nil, 0, 1) }
      transcript.append(text)
    }

    func goOn() { isStopped.store(false, ordering: .releasing) }
  }

  private func console(
    _ reader: StoppedReader, _ diagnostics: Transcript, terminal: Terminal = .file,
    sharesOutput: Bool = false
  ) -> Console {
    Console(
      terminal: terminal, diagnosticsTerminal: terminal, sharesOutput: sharesOutput,
      output: { reader.read($0) },
      diagnostics: { sharesOutput ? reader.read($0) : diagnostics.append($0) })
  }

  private static let all = 20_000

  /// Prints far more than is kept, lets it through, and prints a last line.
  private func flood(_ console: Console, _ reader: StoppedReader, isJSON: Bool) throws {
    let live = UnhinderedConsole(over: console, isJSON: isJSON)
    for number in 0..<Self.all { try live.console.print("line \(number)") }
    reader.goOn()
    live.console.concludeWork()
    try live.console.print("last")
    live.end()
  }

  @Test("what is kept comes in order, and where lines are missing it says how many")
  func missing() throws {
    let reader = StoppedReader()
    try flood(console(reader, Transcript()), reader, isJSON: false)
    let lines = reader.transcript.text.split(separator: "\n").map(String.init)
    #expect(lines.last == "last")
    let kept = lines.prefix { $0.hasPrefix("line ") }
    #expect(kept.elementsEqual((0..<kept.count).map { "line \($0)" }))
    #expect(kept.count > 1000)
    let notices = lines.filter { $0.contains("missing here: the output was not read") }
    let numbers = notices.compactMap { Int($0.split(separator: " ")[1]) }
    let later = lines.dropFirst(kept.count).count { $0.hasPrefix("line ") }
    #expect(!numbers.isEmpty && kept.count + later + numbers.reduce(0, +) == Self.all)
  }

  @Test("facts for programs stay facts: what is missing of them is a message")
  func facts() throws {
    let (reader, diagnostics) = (StoppedReader(), Transcript())
    try flood(console(reader, diagnostics), reader, isJSON: true)
    let lines = reader.transcript.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("line ") || $0 == "last" })
    #expect(diagnostics.text.contains("lines are missing here"))
  }

  @Test("a line that is rewritten in place is kept once, and lines of both streams stay in order")
  func status() throws {
    let reader = StoppedReader()
    let live = UnhinderedConsole(
      over: console(reader, Transcript(), sharesOutput: true), isJSON: false)
    // The thread has this in its hands.
    try live.console.print("first")
    for number in 0..<Self.all { live.console.writeDiagnostics("\r\u{1B}[Kstatus \(number)") }
    live.console.writeDiagnostics("\r\u{1B}[K")
    try live.console.print("second")
    live.console.note("third")
    reader.goOn()
    live.end()
    let text = reader.transcript.text
    #expect(text.hasPrefix("first\n") && text.hasSuffix("\r\u{1B}[Ksecond\nthird\n"))
    #expect(text.utf8.count < 100)
  }

  @Test("one stream that is stuck does not hold up the other, and the result waits for its reader")
  func streams() throws {
    let (reader, diagnostics) = (StoppedReader(), Transcript())
    let live = UnhinderedConsole(over: console(reader, diagnostics), isJSON: false)
    try live.console.print("result")
    live.console.note("note")
    live.console.concludeWork()
    live.console.note("another")
    #expect(diagnostics.text == "note\nanother\n")
    reader.goOn()
    live.end()
    #expect(reader.transcript.text == "result\n")
  }

  @Test("a reader that is gone, and a disk that is full, are told to who prints next")
  func failure() throws {
    let live = UnhinderedConsole(
      over: Console(
        terminal: .file, diagnosticsTerminal: .file, output: { _ in throw OutputClosed() },
        diagnostics: { _ in }), isJSON: false)
    live.console.concludeWork()
    #expect(throws: OutputClosed.self) { try live.console.print("result") }
    #expect(throws: OutputClosed.self) { try live.console.print("more") }
    live.end()
  }
}
