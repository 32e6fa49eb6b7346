import Glibc
import TestSupport
import Testing

@testable import TakeFiles

@Suite struct CodecProcessTests {
  private static func shell(_ script: String) throws -> CodecProcess {
    try CodecProcess(program: "/bin/sh", arguments: ["-c", script])
  }

  @Test func muchGoesInAndOutWithoutADeadlock() throws {
    let child = try CodecProcess(program: "/bin/cat", arguments: [])
    let bytes = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var found: [UInt8] = []
    try bytes.withUnsafeBytes { raw in
      try child.feed(raw) { found.append(contentsOf: $0) }
    }
    #expect(try child.finish { found.append(contentsOf: $0) } == 0)
    #expect(found == bytes)
  }

  @Test func aProgramThatDiesIsAnErrorNotASignal() throws {
    let child = try Self.shell("echo first >&2; echo disk on fire >&2; exit 3")
    let bytes = [UInt8](repeating: 1, count: 4_000_000)
    #expect(throws: CodecProcess.Failure.ended) {
      try bytes.withUnsafeBytes { raw in try child.feed(raw) { _ in } }
    }
    #expect(try child.finish { _ in } == 3)
    let error = FFmpeg.error(.ended, child.complaint, path: "x.m4a")
    #expect(
      error.description
        == "x.m4a: ffmpeg failed; it said: disk on fire; record FLAC or WAV and convert the take "
        + "later")
  }

  @Test func aSignalIsNoExitCode() throws {
    let child = try Self.shell("kill -9 $$")
    #expect(try child.finish { _ in } == -1)
  }

  @Test func aProgramThatIsNotThereIsTheErrnoOfTheSystem() {
    #expect(throws: CodecProcess.Failure.start(code: ENOENT)) {
      try CodecProcess(program: "/nowhere/ffmpeg", arguments: [])
    }
  }

  @Test func aProgramThatIsNotWantedIsKilledAndWaitedFor() throws {
    var child: CodecProcess? = try Self.shell("while :; do sleep 100; done")
    let pid = try #require(child?.pid)
    #expect(kill(pid, 0) == 0)
    child = nil
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }

  @Test func itSeesNothingOfThisProcess() throws {
    // Signals, group, environment, and no descriptor but the three.
    let child = try Self.shell(
      "echo $LC_ALL; ls /proc/self/fd | wc -l; test $(cut -d' ' -f5 /proc/$$/stat) = $$ && echo own; env | wc -l"
    )
    var found: [UInt8] = []
    #expect(try child.finish { found.append(contentsOf: $0) } == 0)
    let lines = String(decoding: found, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "C")
    // One more is the directory that ls reads.
    #expect(lines.dropFirst().first == "4")
    #expect(lines.contains("own"))
  }
}
