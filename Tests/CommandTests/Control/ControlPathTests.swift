import Recorder
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import CommandSupport
@testable import Face
@testable import pinna

@Suite("Where a recorder and its clients meet")
struct ControlPathTests {
  private func paths(
    _ words: [String], _ environment: [String: String]
  ) throws -> (recorder: String?, client: [String]) {
    let found = FoundPaths()
    let program = Program(
      name: "p", version: Version(number: "1", commit: ""), summary: "s", discussion: "",
      commands: [
        Command(
          "go", summary: "goes", options: [SettingsArguments.config, ControlPath.option]
        ) { arguments, console in
          let settings = try SettingsArguments.file(arguments)
          found.set(
            ControlPath.ofRecorder(arguments, console, settings: settings.control),
            try ControlPath.ofClient(arguments, console))
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

  @Test("the settings come after the command line and the environment, for both sides")
  func settings() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array("[control]\npath = \"/c\"\n".utf8), to: "c.toml")
    try folder.write(Array("[control]\npath = \"none\"\n".utf8), to: "none.toml")
    let config = ["--config", folder.file("c.toml")]
    #expect(try paths(config, [:]).recorder == "/c")
    #expect(try paths(config, [:]).client == ["/c"])
    #expect(try paths(config, ["PINNA_CONTROL": "/a"]).recorder == "/a")
    #expect(try paths(config, ["PINNA_CONTROL": "/a"]).client == ["/a"])
    #expect(try paths(config + ["--control", "/b"], ["PINNA_CONTROL": "/a"]).recorder == "/b")
    #expect(try paths(config + ["--control", "none"], [:]).client == [])
    let none = ["--config", folder.file("none.toml")]
    #expect(try paths(none, [:]).recorder == nil)
    #expect(try paths(none, [:]).client == [])
    let run = CommandRun.pinna(["status"] + none)
    #expect(run.code == .usage && run.diagnostics.contains("[control] path"))
  }

  @Test("clients look where the system's recorder is, then where that of their own session is")
  func looked() throws {
    #expect(try paths([], [:]).client == ["/run/pinna/control"])
    #expect(
      try paths([], ["XDG_RUNTIME_DIR": "/run/user/7"]).client
        == ["/run/pinna/control", "/run/user/7/pinna/control"])
  }

  @Test("a recorder of another version and one that is busy are told with what to do")
  func otherVersion() {
    let old = CommandError(.error(.methodNotFound("org.pinna.Recorder.Act")))
    #expect(old.exitCode == .unavailable)
    #expect(
      old.message.hasPrefix(
        "the recorder has a different version (MethodNotFound org.pinna.Recorder.Act); restart it"))
    let value = CommandError(.error(.invalidParameter("title")))
    #expect(value.exitCode == .usage && value.message.hasSuffix("the parameter title"))
    let fields = CommandError(.wire(.otherFields))
    #expect(fields.exitCode == .data && fields.message.contains("restart it"))
    let busy = CommandError(.error(VarlinkError("org.pinna.Recorder.Busy")))
    #expect(busy.exitCode == .temporary && busy.message.hasSuffix("try again"))
  }

  @Test(
    "a text of a client is one line of bounded length, without what could control a terminal",
    arguments: [
      ("owl", "owl"), ("  owl,\n\tfar \r\n left ", "owl, far left"), ("a\u{1B}[31mb", "a [31mb"),
      ("", nil), (" \n ", nil),
      (String(repeating: "x", count: 500), String(repeating: "x", count: 120)),
    ])
  func label(text: String, label: String?) {
    #expect(RecorderHost.label(text) == label)
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
