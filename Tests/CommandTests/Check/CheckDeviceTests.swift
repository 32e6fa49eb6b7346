import Boards
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna check` on a device of ALSA that needs no sound card: alsa-lib's `file` plugin over `null`, which has no
/// clock.
///
/// In a process of its own, because alsa-lib reads its configuration once.
@Suite(.enabled(if: ChildProcess.builtPrograms != nil, "needs the program pinna beside the tests"))
struct CheckDeviceTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let board = PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: "recorded")
    try folder.write(Array(board.utf8), to: "pair.toml")
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

  /// Three seconds of two microphones in a room with low sound, by words of 24 bits in 32.
  private func record(secondIsDead: Bool = false) throws {
    var random = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    var shared = 0.0
    for _ in 0..<(3 * 48_000) {
      shared = 0.995 * shared + Double.random(in: -1e4...1e4, using: &random)
      for microphone in 0..<2 {
        let own = Double.random(in: -300...300, using: &random)
        let word = secondIsDead && microphone == 1 ? 0 : Int32(shared + own) << 8
        let wire = UInt32(bitPattern: word)
        for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: wire >> (8 * byte))) }
      }
    }
    try folder.write(bytes, to: "frames.raw")
  }

  private func check(_ words: [String]) throws -> ChildProcess.Outcome {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    return try #require(
      ChildProcess.run(
        [program, "check", "--board", folder.file("pair.toml"), "--seconds", "2.5"] + words,
        variables: ["ALSA_CONFIG_PATH": folder.file("asound.conf")]))
  }

  @Test("a device without a clock has no rate, and is well otherwise")
  func healthy() throws {
    try record()
    let outcome = try check(["device", "sound", "clock", "capture.gaps"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("the device has no clock of its own"))
    #expect(outcome.output.contains("S32_LE, 2 channels, 48000 Hz"))
    #expect(!outcome.output.contains("FAIL") && !outcome.output.contains("WARN"))
  }

  @Test("a dead microphone is named, and nothing else is")
  func dead() throws {
    try record(secondIsDead: true)
    let outcome = try check(["device", "sound", "clock", "capture.gaps"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("FAIL  sound.alive  b\n"))
    #expect(outcome.output.contains("1 failure: fix this"))
  }

  @Test("a device that is made of one that is not there cannot be opened")
  func absent() throws {
    try record()
    let other = try folder.read("asound.conf")
    let fixed = String(decoding: other, as: UTF8.self)
      .replacing("slave.pcm nothing", with: "slave.pcm { type hw card 99 }")
    try folder.write(Array(fixed.utf8), to: "asound.conf")
    let outcome = try check(["device"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("FAIL  device.open  recorded"))
  }
}
