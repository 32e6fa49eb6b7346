import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The command of `pinna takes after` has an end, and its output a place of its own.
@Suite(
  "The limits of the command after a take",
  .enabled(if: ChildProcess.builtPrograms != nil, "needs the built pinna program"))
struct AfterLimitTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try #require(mkdir(folder.file("takes"), 0o755) == 0)
    try TakeFileFixture.wav.make(in: folder.file("takes"), number: 1, frames: 8000)
  }

  private func settings(_ command: String, limit: String = "1 h") throws -> String {
    let text = """
      [take]
      directory = "\(folder.file("takes"))"
      [after]
      run = '\(command)'
      limit = "\(limit)"

      """
    try folder.write(Array(text.utf8), to: "pinna.toml")
    return folder.file("pinna.toml")
  }

  private func words(_ settings: String) -> [String] {
    ["takes", "after", "--done", folder.file("done"), "--config", settings]
  }

  /// The program itself, in a shell with these words before and after it.
  private func shell(_ before: String, _ settings: String, _ after: String) throws -> String {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let line = "\(before) \(program) \(words(settings).joined(separator: " ")) \(after)"
    return try #require(ChildProcess.run(["sh", "-c", line])).output
  }

  @Test("one that runs for too long is ended with all that it started, and tried again")
  func limit() throws {
    let pids = folder.file("pids")
    let run = CommandRun.pinna(words(try settings("exec sleep 300", limit: "1 s")))
    #expect(run.code == .temporary)
    #expect(
      run.diagnostics.contains(
        "was stopped after 1 s ([after] limit); the next run will retry this take"))
    #expect(try folder.read("done").isEmpty)
    let group = "sleep 300 & echo $! > \(pids); wait"
    let both = CommandRun.pinna(words(try settings(group, limit: "1 s")))
    #expect(both.code == .temporary)
    let child = try #require(
      Int32(String(decoding: try folder.read("pids"), as: UTF8.self).split(separator: "\n")[0]))
    // It has been told to end, and does so in a moment.
    for _ in 0..<6000 where kill(child, 0) == 0 { poll(nil, 0, 10) }
    #expect(kill(child, 0) != 0)
    #expect(CommandRun.pinna(words(try settings("true", limit: "1 s"))).code == .success)
  }

  @Test("with --json the output of the command goes to the diagnostics")
  func output() throws {
    let settings = try settings("echo words of the command")
    #expect(
      try shell("", settings, "--json 2>/dev/null")
        == JSONOutput.text(ProcessedTakes(done: ["20260801_120000_001"])) + "\n")
    _ = unlink(folder.file("done"))
    #expect(try shell("", settings, "2>/dev/null").hasPrefix("words of the command\n"))
  }

  @Test("a list without room for the take is an error before the command is run, not after it")
  func full() throws {
    let settings = try settings("mkdir \(folder.file("ran"))")
    let output = try shell("(ulimit -f 0; exec", settings, "2>&1) | cat")
    #expect(output.contains("done: File too large; name another list with --done"), "\(output)")
    #expect(!folder.contains("ran"))
  }

  @Test("descriptors that are closed at the start are given to no file")
  func closed() throws {
    let command =
      "readlink /proc/$PPID/fd/0 /proc/$PPID/fd/1 /proc/$PPID/fd/2 > \(folder.file("log"))"
    _ = try shell("exec <&- >&- 2>&-; exec", try settings(command), "")
    let log = String(decoding: try folder.read("log"), as: UTF8.self)
    #expect(log == "/dev/null\n/dev/null\n/dev/null\n")
  }
}
