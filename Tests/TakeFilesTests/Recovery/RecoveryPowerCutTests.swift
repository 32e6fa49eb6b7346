import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// A power cut in the middle of recovery: before, inside and after every one of its writes.
@Suite struct RecoveryPowerCutTests {
  private static let inProgress = "20260801_120000_007.recording.wav"
  private static let name = "20260801_120000_007.wav"

  /// The possible contents of the medium after a cut: any sectors of the write that was going on.
  private static func cut(
    _ before: [UInt8], _ step: WAVRecovery.Step, using random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = before
    switch step {
    case .truncate(let length):
      if Bool.random(using: &random) { bytes.removeLast(max(0, bytes.count - length)) }
    case .write(let offset, let written):
      let isLengthThere = Bool.random(using: &random)
      if isLengthThere, bytes.count < offset + written.count {
        // A file that grew without its blocks: what was in them before.
        bytes += (bytes.count..<(offset + written.count)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      let salt = UInt64.random(in: 0...UInt64.max, using: &random)
      for (index, byte) in written.enumerated() where offset + index < bytes.count {
        let sector = UInt64((offset + index) / 512)
        var coin = SeededGenerator(seed: salt &+ sector)
        if coin.next() & 1 == 0 { bytes[offset + index] = byte }
      }
    }
    return bytes
  }

  @Test(
    "recovery that is cut off anywhere can be done again with the same result",
    arguments: WAVRecoveryTests.formats, [true, false])
  func again(format: AudioFormat, hasRecord: Bool) throws {
    let directory = try TemporaryDirectory()
    let metadata = MadeTake.metadata(markers: 40)
    let path = try MadeTake.leftBehind(in: directory, format: format, metadata: metadata)
    if !hasRecord {
      var bytes = try directory.read(Self.inProgress)
      bytes[WAVHeader.takeBytes - 500] ^= 1
      try directory.write(bytes, to: Self.inProgress)
    }
    let start = try directory.read(Self.inProgress)
    var steps: [WAVRecovery.Step] = []
    var states: [[UInt8]] = []
    var file = try InProgressFile.reopen(path, as: directory.file(Self.name))
    _ = try WAVRecovery.restore(&file) { step in
      steps.append(step)
      states.append((try? directory.read(Self.inProgress)) ?? [])
    }
    try file.conclude()
    let whole = try directory.read(Self.name)
    #expect(states.first == start)
    #expect(steps.count >= 3)

    var random = SeededGenerator(seed: 7)
    for (step, before) in zip(steps, states) {
      for _ in 0..<8 {
        unlink(directory.file(Self.name))
        try directory.write(Self.cut(before, step, using: &random), to: Self.inProgress)
        let result = TakeRecovery.recover(path: path)
        #expect(result.outcome == .recovered)
        #expect(result.frames == 2000)
        let bytes = try directory.read(Self.name)
        let audio = MadeTake.audio(format: format, frames: 2000)
        #expect(Array(bytes[WAVHeader.takeBytes..<(WAVHeader.takeBytes + audio.count)]) == audio)
        let found = try TakeFile.read(path: directory.file(Self.name))
        #expect(found.metadata.gaps == metadata.gaps)
        #expect(found.metadata.end?.words == "recovered: the recording was cut off after 0.2 s")
        #expect(found.metadata.markers.map(\.frame) == metadata.markers.map(\.frame))
        #expect(bytes.count == whole.count)
      }
    }
  }
}
