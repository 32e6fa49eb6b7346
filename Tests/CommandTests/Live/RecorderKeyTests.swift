import FoundationEssentials
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The program on a terminal, played with keys.
@Suite(
  "Recording by keyboard",
  .enabled(
    if: FaultyDevice.isPossible && ChildProcess.builtPrograms != nil,
    Comment(rawValue: FaultyDevice.needs)))
struct RecorderKeyTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let board = PairBoardFile.attached.replacing(
      "hw:CARD=pinnatest,DEV=0", with: FaultyDevice.name)
    try folder.write(Array(board.utf8), to: "board.toml")
    let settings = """
      board = "\(folder.file("board.toml"))"
      [take]
      directory = "\(folder.file("takes"))"
      pre-roll = 1.0
      [stereo]
      ears = "sphere"
      # Frames that carry numbers sound like wind, where a take is long enough.
      wind = "off"
      [control]
      path = "\(folder.file("control"))"

      """
    try folder.write(Array(settings.utf8), to: "pinna.toml")
    try folder.write(Array(FaultyDevice([:]).configuration.utf8), to: "asound.conf")
  }

  private func session(_ words: [String], kind: String = "xterm") throws -> TerminalSession {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    return try #require(
      TerminalSession(
        [program] + words + ["--config", folder.file("pinna.toml")],
        variables: [
          "ALSA_CONFIG_PATH": folder.file("asound.conf"), "PINNA_CACHE": TestForm.cache,
          "HOME": folder.path, "TERM": kind, "LANG": "C.UTF-8", "NO_COLOR": "1",
        ]))
  }

  /// The finished takes, in order.
  private func takes() throws -> [TakeSet] {
    try TakeDirectory(path: folder.file("takes")).takes().filter { !$0.isInProgress }
  }

  @Test(
    "record: Enter ends a take and starts the next; source between them; quitting asks in a take")
  func record() throws {
    let session = try session(["record"])
    session.resize(columns: 40, rows: 12)
    #expect(session.waitsForTake(of: 1), "\(session.screen)")
    // At the smallest size too, every key that does something is on the screen.
    for key in ["Enter stop", "q quit", "p pause", "m marker"] {
      #expect(session.screen.contains(key))
    }
    session.press("m")
    #expect(session.waits(for: "marker 1") || session.waitsForTake(of: 2))
    session.press("p")
    #expect(
      session.waits(for: "paused 0:00") && session.waits(for: "p resume"), "\(session.screen)")
    session.press("p")
    session.press("\r")
    #expect(session.waits(for: "armed") && session.waits(for: "o pattern"), "\(session.screen)")
    // Events are told where there is room for them.
    session.resize(columns: 100, rows: 30)
    session.press("o")
    #expect(session.waits(for: "selected"), "\(session.screen)")
    session.press("\r")
    #expect(session.waits(for: "take starts Back portrait, omni"), "\(session.screen)")
    session.press("q")
    #expect(session.waits(for: "End the take and quit?"), "\(session.screen)")
    session.press("n")
    session.press("q")
    session.press("y")
    // Both are told when the view has gone.
    #expect(session.waits(for: "Back portrait, omni, no gaps)"), "\(session.screen)")
    #expect(session.end() == 0)
    let takes = try takes()
    #expect(takes.count == 2, "\(session.screen)")
    // Where sound came between the keys p and Enter, "resumed" follows.
    let markers = takes.first?.files.first?.metadata.markers ?? []
    #expect(markers.filter { $0.kind != .resume }.map(\.label) == ["marker 1"])
    #expect(takes.map { $0.files.first?.metadata.pattern } == ["stereo", "omni"])
    // The first take starts at once; the second has the second before its key.
    #expect(takes.first?.files.first?.metadata.preRollFrames == 0)
    #expect(takes.last?.files.first?.metadata.preRollFrames == 48000)
    #expect(takes.allSatisfy { $0.files.first?.metadata.end == .stopped })
    #expect(session.screen.contains("Back portrait, stereo, no gaps)"))
  }

  @Test("record with a name or a length makes one take and ends, also on a terminal")
  func one() throws {
    let named = try session(["record", folder.file("dawn.flac"), "--raw"])
    #expect(named.waitsForTake(of: 0), "\(named.screen)")
    named.press("\r")
    #expect(named.end() == 0)
    #expect(try TakeFile.read(path: folder.file("dawn.flac")).kind == .flac)
    #expect(try TakeFile.read(path: folder.file("dawn_raw.wav")).metadata.content == .raw)
    // One take in the list, and whole, with both of its files.
    let list = CommandRun.pinna(["takes", "list", folder.path, "--json"]).output
    #expect(list.split(separator: "\"name\" : \"dawn\"").count == 2, "\(list)")
    #expect(!list.contains("\"name\" : \"dawn_raw\""))
    let verified = CommandRun.pinna(["takes", "verify", folder.file("dawn.flac")])
    #expect(verified.code == .success, "\(verified.output)\(verified.diagnostics)")
    let again = try session(["record", folder.file("dawn.flac")])
    #expect(again.end() == 73, "\(again.screen)")
    let timed = try session(["record", "--duration", "0.5"])
    #expect(timed.end() == 0)
    #expect(try takes().count == 1)
  }

  @Test("on a terminal that places no cursor the keys work too, and are told in a line")
  func dumb() throws {
    let session = try session(["record"], kind: "dumb")
    #expect(session.waits(for: "keys: Enter starts and ends takes"), "\(session.screen)")
    #expect(session.waits(for: "take starts"), "\(session.screen)")
    session.press("\r")
    #expect(session.waits(for: "take done"), "\(session.screen)")
    session.press("q")
    #expect(session.end() == 0)
    #expect(try takes().count == 1)
  }

  @Test("run --view: a board without a record button says what starts a take, and Enter does")
  func run() throws {
    let session = try session(["run", "--view"])
    session.resize(columns: 100, rows: 40)
    #expect(session.waits(for: "board has no record button: Enter or 'pinna start' starts a take"))
    #expect(session.waits(for: "Enter record"), "\(session.screen)")
    session.press("\r")
    #expect(session.waits(for: "Enter stop"), "\(session.screen)")
    session.press("q")
    #expect(session.waits(for: "End the take and quit?"), "\(session.screen)")
    session.press("y")
    #expect(session.end() == 0)
    #expect(try takes().count == 1)
  }
}
