import Glibc
import Recorder
import Synchronization
import TestSupport
import Testing

@testable import LinuxBoard

@Suite("The medium of the takes is written to")
struct CardProbeTests {
  @Test("blocks are written, synced and timed, and the file is gone afterwards")
  func blocks() throws {
    let folder = try TemporaryDirectory()
    // Every look at the clock is a hundredth of a second later.
    let probe = CardProbe(clock: SteppingClock(step: 0.01))
    let parts = Mutex<[Double]>([])
    let report = probe.examineStorage(
      directory: folder.path, blocks: 4, blockBytes: 10_000, seconds: 60
    ) { part in parts.withLock { $0.append(part) } }
    #expect(report.problem == nil)
    #expect(report.writtenBytes == 40_000)
    #expect(report.blockSeconds.count == 4)
    #expect(report.blockSeconds.allSatisfy { abs($0 - 0.01) < 1e-9 })
    #expect((report.freeBytes ?? 0) > 40_000)
    var status = stat()
    #expect(stat(folder.path, &status) == 0 && report.fileSystem == UInt64(status.st_dev))
    #expect(parts.withLock { $0 } == [0.25, 0.5, 0.75, 1])
    #expect(try folder.names == [])
  }

  @Test("a card that is slow is not written to for longer than was allowed")
  func slow() throws {
    let folder = try TemporaryDirectory()
    let report = CardProbe(clock: SteppingClock(step: 1)).examineStorage(
      directory: folder.path, blocks: 100, blockBytes: 1000, seconds: 5
    ) { _ in }
    #expect((1...5).contains(report.blockSeconds.count))
    #expect(try folder.names == [])
  }

  @Test("a folder that is not there is told with what to do")
  func absent() throws {
    let folder = try TemporaryDirectory()
    let report = CardProbe().examineStorage(
      directory: folder.file("none"), blocks: 1, blockBytes: 1, seconds: 1
    ) { _ in }
    #expect(report.problem?.reason == "there is no such folder")
    #expect(report.problem?.remedy.contains("mkdir -p") == true)
    try folder.write([], to: "file")
    let file = CardProbe().examineStorage(
      directory: folder.file("file"), blocks: 1, blockBytes: 1, seconds: 1
    ) { _ in }
    #expect(file.problem?.reason == "is not a folder")
  }
}

/// A clock that goes on by a step whenever it is looked at, and passes what is waited for.
final class SteppingClock: BoardClock {
  private let step: Double
  private let time = Mutex(0.0)

  init(step: Double) { self.step = step }

  func now() -> Double {
    time.withLock { time in
      time += step
      return time
    }
  }

  func wait(seconds: Double) { time.withLock { $0 += seconds } }
}
