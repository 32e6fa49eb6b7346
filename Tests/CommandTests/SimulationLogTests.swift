import Boards
import Recorder
import TakeFiles
import Testing

@testable import pinna

@Suite struct SimulationLogTests {
  private static let board = pairBoard

  /// What the log prints for an event.
  private func printed(_ event: SessionEvent, terminal: Terminal = .file) throws -> String {
    let output = Transcript()
    let console = Console(
      terminal: terminal, diagnosticsTerminal: .file, output: { output.append($0) },
      diagnostics: { _ in })
    try SimulationLog(board: Self.board, console: console).print(1.5, event)
    return output.text
  }

  @Test("an event is one line with its time")
  func oneLine() throws {
    #expect(
      try printed(.orientation(.landscapeLeft)) == "    1.50 s  turned      landscapeLeft\n")
  }

  @Test("an event without details has no spaces at its end")
  func noDetails() throws {
    #expect(try printed(.locked(true)) == "    1.50 s  locked\n")
  }

  @Test("long details stay within the width, below where they begin", arguments: [60, 100])
  func long(_ width: Int) throws {
    let error = TakeFileError.system(operation: .write, path: "/takes/one.wav", code: 28)
    let text = try printed(
      .fault(.storage(error)),
      terminal: Terminal(isTerminal: true, width: width, allowsColor: false, isUnicode: true))
    let lines = text.split(separator: "\n")
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.dropFirst().allSatisfy { $0.prefix(24).allSatisfy { $0 == " " } })
  }
}
