import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// The guided checks at a terminal, on a device of ALSA that needs no sound card.
@Suite(.enabled(if: ChildProcess.builtPrograms != nil, "needs the program pinna beside the tests"))
struct GuidedKeyTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let board = PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: "recorded")
    try folder.write(Array(board.utf8), to: "pair.toml")
    try folder.write([UInt8](repeating: 0, count: 8 * 48_000), to: "frames.raw")
    let alsa = """
      pcm.nothing { type null }
      pcm.recorded {
        type file
        slave.pcm nothing
        file "/dev/null"
        infile "\(folder.file("frames.raw"))"
        format raw
      }
      """
    try folder.write(Array(alsa.utf8), to: "asound.conf")
  }

  private func session(_ words: [String]) throws -> TerminalSession {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    return try #require(
      TerminalSession(
        [program, "check", "--board", folder.file("pair.toml"), "--patience", "30"] + words,
        variables: [
          "ALSA_CONFIG_PATH": folder.file("asound.conf"), "HOME": folder.file(""),
          "TERM": "dumb", "LANG": "C.UTF-8",
        ]))
  }

  @Test("keys are told once; they leave a step out, do one again, and end it with what was found")
  func keys() throws {
    let session = try session(["guided.tap"])
    #expect(session.waits(for: "1 of 2  Tap"), "\(session.screen)")
    #expect(!session.echoes)
    session.press("s")
    #expect(session.waits(for: "2 of 2  Tap"), "\(session.screen)")
    session.press("r")
    #expect(session.waits(for: "1 of 2  Tap"), "\(session.screen)")
    session.press("q")
    #expect(session.waits(for: "1 check did not run"), "\(session.screen)")
    #expect(session.end() == 0)
    #expect(session.screen.split(separator: "Keys:", omittingEmptySubsequences: false).count == 2)
    #expect(session.echoes)
  }

  @Test("Ctrl-C ends it at once and gives the terminal back as it was")
  func interrupted() throws {
    let session = try session(["guided.tap"])
    #expect(session.waits(for: "1 of 2  Tap"), "\(session.screen)")
    #expect(!session.echoes)
    session.press("\u{3}")
    #expect(session.end() == -SIGINT)
    #expect(session.echoes)
  }
}
