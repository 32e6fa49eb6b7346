import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes verify`: what is no longer as it was written, or not there.
@Suite struct TakesVerifyTests {
  private let takes: SilentTakes

  init() throws { takes = try SilentTakes() }

  @Test("verify finds damaged audio, a lost frame between parts, and a missing part")
  func verify() throws {
    try takes.make(1)
    #expect(takes.run("verify", takes.folder.path).code == .success)
    let path = takes.folder.path + "/20260801_120000_001.wav"
    let descriptor = open(path, O_RDWR)
    #expect(pwrite(descriptor, [1], 1, 20000) == 1)
    close(descriptor)
    let damaged = takes.run("verify", path)
    #expect(damaged.code == .failure)
    #expect(
      damaged.output.contains(
        "the audio has changed since it was written: its CRC-32 is wrong; use"))

    try takes.make(2, seconds: 1, part: 0)
    try takes.make(2, seconds: 1, part: 1) { $0.firstFrame = 8001 }
    let lost = takes.run("verify", takes.folder.path + "/20260801_120000_002_a.wav")
    #expect(lost.code == .failure)
    #expect(
      lost.output.contains(
        "it starts at frame 8001 of the take, but the previous part ends at 8000"))
    unlink(takes.folder.path + "/20260801_120000_002_a.wav")
    let missing = takes.run("verify", takes.folder.path + "/20260801_120000_002_b.wav")
    #expect(missing.output.contains("it is part 2, but part 1 is missing"))
  }

  @Test("verify reports a raw file that is shorter than its take")
  func shortRaw() throws {
    try takes.make(1)
    try takes.make(1, seconds: 1, content: .raw)
    let run = takes.run("verify", takes.folder.path, "--json")
    #expect(run.code == .failure)
    #expect(run.output.contains("it has 8000 frames, but the take has 16000"))
  }

  @Test("verify misses the last part, of the take and of its raw file")
  func missingLastPart() throws {
    for content in [TakeName.Content.rendered, .raw] {
      try takes.make(1, content: content, part: 0, end: .continued)
      try takes.make(1, content: content, part: 1) {
        $0.firstFrame = 16000
        $0.parts = 2
      }
    }
    #expect(takes.run("verify", takes.folder.path).code == .success)
    let raw = takes.folder.path + "/20260801_120000_001_raw_b.wav"
    #expect(unlink(raw) == 0)
    let short = takes.run("verify", takes.folder.path)
    #expect(short.code == .failure)
    #expect(short.output.contains("it has 16000 frames, but the take has 32000; look"))
    #expect(!short.output.contains("cut off"))
    #expect(unlink(takes.folder.path + "/20260801_120000_001_b.wav") == 0)
    let missing = takes.run("verify", takes.folder.path)
    #expect(missing.code == .failure)
    #expect(missing.output.contains("001_a.wav: it is continued in part 2, which is missing"))
  }

  @Test("only a take that was cut off may have a raw file of another length")
  func cutOff() throws {
    let ends: [TakeMetadata.End] = [
      .init(.schedule, "scheduled end"), .init(.recovered, "recovered: cut off"),
      .init(.storage, "storage failed: x"),
    ]
    for (number, end) in ends.enumerated() {
      try takes.make(number + 1, end: end)
      try takes.make(number + 1, seconds: 1, content: .raw, end: end)
      let path = takes.folder.path + "/20260801_120000_00\(number + 1).wav"
      #expect(takes.run("verify", path).code == (number == 0 ? .failure : .success))
    }
  }

  @Test("a name that is not text is reported once, with its remedy")
  func noText() throws {
    var name = (takes.folder.path + "/caf").utf8CString.dropLast() + [CChar(bitPattern: 0xE9)]
    name += ".wav".utf8CString
    var path = Array(name)
    let descriptor = open(&path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    try #require(descriptor >= 0)
    close(descriptor)
    defer { unlink(&path) }
    let verify = takes.run("verify", takes.folder.path)
    let line = "  \(takes.folder.path)/caf%E9.wav: its name is not valid UTF-8; rename it\n"
    #expect(verify.code == .failure && verify.output.hasSuffix(line), "\(verify.output)")
  }
}
