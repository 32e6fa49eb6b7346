import Face
import FoundationEssentials
import LinuxBoard
import Recorder
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The program without hardware, on a board made of numbers, played with keys and over its socket.
@Suite(
  "A recorder to play with",
  .enabled(if: ChildProcess.builtPrograms != nil, "the program is not built"))
struct SimulatedRecorderTests {
  private let folder: TemporaryDirectory
  private let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
  private var variables: [String: String] {
    [
      "PINNA_CACHE": TestForm.cache, "HOME": folder.path, "TERM": "xterm", "LANG": "C.UTF-8",
      "NO_COLOR": "1", "PINNA_CONTROL": folder.file("control"),
    ]
  }

  init() throws {
    folder = try TemporaryDirectory()
    let settings = """
      [take]
      directory = "\(folder.file("takes"))"
      pre-roll = 1.0
      [stereo]
      ears = "sphere"
      rendering = "linear"

      """
    try folder.write(Array(settings.utf8), to: "pinna.toml")
    try folder.write(Array(PairBoardFile.attached.utf8), to: "board.toml")
  }

  private func words(_ command: String, _ rest: [String]) -> [String] {
    [program, command, "--board", folder.file("board.toml"), "--config", folder.file("pinna.toml")]
      + rest
  }

  /// The takes that are finished, in order.
  private func takes() throws -> [TakeSet] {
    try TakeDirectory(path: folder.file("takes")).takes().filter { !$0.isInProgress }
  }

  @Test("run tells what starts a take, and which settings a simulated board does not follow")
  func differences() throws {
    var settings = try String(decoding: folder.read("pinna.toml"), as: UTF8.self)
    settings += """
      [place]
      gpsd = true
      latitude = 52.5
      longitude = 13.4
      [trigger]
      level = 0.0
      [[schedule]]
      at = "2001-01-01 00:00"
      duration = "1 s"

      """
    try folder.write(Array(settings.utf8), to: "pinna.toml")
    let session = try #require(
      TerminalSession(
        words("run", ["--simulated", "--control", "none"]), variables: variables))
    session.resize(columns: 100, rows: 40)
    #expect(session.waits(for: "no GPS receiver, so takes have the position in the settings"))
    let start = "board has no record button: the schedule or a loud sound starts a take"
    #expect(session.waits(for: start), "\(session.screen)")
    let isDoubtful = WallClock.quality().warning != nil
    #expect(session.screen.contains("still starts scheduled takes") == isDoubtful)
    session.press("\u{3}")
    #expect(session.end() == 0)
  }

  @Test("record: arrows turn the board, brackets lead the voice, wind, plug and card by their keys")
  func record() throws {
    let session = try #require(
      TerminalSession(words("record", ["--simulated", "--wait"]), variables: variables))
    session.resize(columns: 100, rows: 40)
    #expect(session.waits(for: "arrows turn the board"), "\(session.screen)")
    #expect(session.waits(for: "voice 45° left  light wind"), "\(session.screen)")
    session.press("]]")
    #expect(session.waits(for: "voice 15° left"), "\(session.screen)")
    session.press("[")
    #expect(session.waits(for: "voice 30° left"), "\(session.screen)")
    session.press("w")
    #expect(session.waits(for: "strong wind"), "\(session.screen)")
    session.press("\u{1B}[C")
    #expect(session.waits(for: "landscapeLeft"), "\(session.screen)")
    session.press("\r")
    #expect(session.waitsForTake(of: 2), "\(session.screen)")
    session.press("u")
    #expect(session.waits(for: "array unplugged"), "\(session.screen)")
    #expect(session.waits(for: "take done"), "\(session.screen)")
    session.press("u")
    #expect(session.waits(for: "armed"), "\(session.screen)")
    session.press("e")
    #expect(session.waits(for: "no card"), "\(session.screen)")
    session.press("e")
    // The state may never have changed: the card can be back before it was missed.
    #expect(session.waits(for: "pull the card"), "\(session.screen)")
    session.press("q")
    #expect(session.end() == 0, "\(session.screen)")
    let made = try takes()
    #expect(made.map { $0.files.first?.metadata.orientation } == ["landscapeLeft"])
  }

  @Test("run: programs turn the board with Act, and the status tells it")
  func run() throws {
    let session = try #require(
      TerminalSession(words("run", ["--simulated"]), variables: variables))
    #expect(session.waits(for: "armed"), "\(session.screen)")
    let client = try ControlClient(path: folder.file("control"))
    let before = try #require(try client.status().simulation)
    #expect(before.isPluggedIn && before.isCardIn && before.wind == "light")
    #expect(before.voiceAzimuth == -45)
    _ = try client.call(RecorderInterface.act, .init("walkRight"))
    _ = try client.call(RecorderInterface.act, .init("calm"))
    let after = try #require(try client.status().simulation)
    #expect(after.voiceAzimuth == -30 && after.wind == "calm")
    #expect(throws: (any Error).self) { try client.call(RecorderInterface.act, .init("fly")) }
    let wrong = CommandRun.pinna(["stop"], environment: variables)
    #expect(wrong.code != .success)
    session.press("\u{3}")
    #expect(session.end() == 0, "\(session.screen)")
  }

  @Test("wrong scenarios and boards are refused in words")
  func refusals() throws {
    for (rest, code, words) in [
      (["--scenario", folder.file("none.toml")], ExitCode.noInput, "none.toml"),
      (["--scenario", folder.file("pinna.toml")], .data, "board"),
    ] {
      let run = CommandRun.pinna(["record", "--quiet"] + rest, environment: variables)
      #expect(run.code == code && run.diagnostics.contains(words), "\(run.diagnostics)")
    }
  }
}
