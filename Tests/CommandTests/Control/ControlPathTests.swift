import Synchronization
import Testing

@testable import pinna

@Suite("Where a recorder and its clients meet")
struct ControlPathTests {
  private func paths(
    _ words: [String], _ environment: [String: String]
  ) throws -> (recorder: String?, client: [String]) {
    let found = FoundPaths()
    let program = Program(
      name: "p", version: "1", summary: "s", discussion: "",
      commands: [
        Command("go", summary: "goes", options: [ControlPath.option]) { arguments, console in
          found.set(
            ControlPath.ofRecorder(arguments, console), ControlPath.ofClient(arguments, console))
          return .success
        }
      ])
    let run = CommandRun.pinna(["go"] + words, environment: environment, program: program)
    #expect(run.code == .success)
    return try #require(found.value)
  }

  @Test("the command line comes before the environment, and none is none")
  func given() throws {
    let environment = ["PINNA_CONTROL": "/a"]
    #expect(try paths(["--control", "/b"], environment).recorder == "/b")
    #expect(try paths(["--control", "/b"], environment).client == ["/b"])
    #expect(try paths([], environment).client == ["/a"])
    #expect(try paths(["--control", "none"], environment).recorder == nil)
    #expect(try paths([], ["PINNA_CONTROL": "none"]).client == [])
  }

  @Test("clients look where the system's recorder is, then where that of their own session is")
  func looked() throws {
    #expect(try paths([], [:]).client == ["/run/pinna/control"])
    #expect(
      try paths([], ["XDG_RUNTIME_DIR": "/run/user/7"]).client
        == ["/run/pinna/control", "/run/user/7/pinna/control"])
  }

  @Test(
    "a text of a client is one line of bounded length, without what could control a terminal",
    arguments: [
      ("owl", "owl"), ("  owl,\n\tfar \r\n left ", "owl, far left"), ("a\u{1B}[31mb", "a?[31mb"),
      ("", nil), (" \n ", nil),
      (String(repeating: "x", count: 500), String(repeating: "x", count: 120)),
    ])
  func label(text: String, label: String?) {
    #expect(ControlDesk.label(text) == label)
  }
}

/// The paths that a command found.
private final class FoundPaths: Sendable {
  private let paths = Mutex<(recorder: String?, client: [String])?>(nil)

  var value: (recorder: String?, client: [String])? { paths.withLock { $0 } }

  func set(_ recorder: String?, _ client: [String]) {
    paths.withLock { $0 = (recorder, client) }
  }
}
