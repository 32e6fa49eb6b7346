import Assembly
import Boards
import Face
import Recorder
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct ProblemChangesTests {
  private static func problem(_ place: String, _ reason: String) -> HardwareProblem {
    HardwareProblem(what: "button", place: place, reason: reason, remedy: "check the wire")
  }

  private final class Hardware {
    var problems: [HardwareProblem] = []
  }

  @Test("what fails, fails otherwise, and works again is told once, at the next look")
  func changes() {
    let hardware = Hardware()
    hardware.problems = [Self.problem("line 1", "busy")]
    var watch = ProblemChanges { hardware.problems }
    #expect(watch.problems == hardware.problems)
    #expect(watch.changes(at: 10) == [])
    hardware.problems.append(Self.problem("line 2", "no such device"))
    #expect(watch.changes(at: 10.9) == [])
    #expect(watch.changes(at: 11) == [.appeared(Self.problem("line 2", "no such device"))])
    #expect(watch.changes(at: 12) == [])
    hardware.problems = [Self.problem("line 1", "not permitted")]
    #expect(
      watch.changes(at: 13) == [
        .gone(Self.problem("line 2", "no such device")),
        .appeared(Self.problem("line 1", "not permitted")),
      ])
    hardware.problems = []
    #expect(watch.changes(at: 14) == [.gone(Self.problem("line 1", "not permitted"))])
  }

  @Test("a change is a line like that of an event")
  func lines() throws {
    let output = Transcript()
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file, output: { output.append($0) },
      diagnostics: { _ in })
    let log = EventLines(console: console)
    try log.print("12:00:00", RecorderEvent(.appeared(Self.problem("line 1", "busy"))))
    try log.print("12:00:01", RecorderEvent(.gone(Self.problem("line 1", "busy"))))
    #expect(
      output.text == """
        12:00:00  hardware    button (line 1): busy; check the wire
        12:00:01  hardware    button (line 1): works again

        """)
  }
}
