import Boards
import Diagnostics
import Recorder
import SimulatedBoard
import Testing

/// A card that took so long for each block.
private struct TimedCard: StorageProbe {
  var blockSeconds: [Double]

  func examineStorage(
    directory: String, blocks: Int, blockBytes: Int, seconds: Double, progress: (Double) -> Void
  ) -> StorageReport {
    var report = StorageReport(freeBytes: 1 << 40)
    report.blockSeconds = blockSeconds
    report.writtenBytes = blockSeconds.count * blockBytes
    return report
  }
}

@Suite("Checks of the card") struct StorageCheckTests {
  private static func verdicts(_ blockSeconds: [Double]) throws -> [Check: Verdict] {
    let board = try PlantedBench.board()
    let scenario = try Scenario.parse(
      text: "board = \"bench\"\nduration = 1.0\n", name: "quiet.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(scenario, board: board).ports,
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 300_000)))
    bench.machine.card = TimedCard(blockSeconds: blockSeconds)
    let report = Checkup(bench, try CheckSelection(["storage"]))
      .run(at: WallTime(epochSeconds: 0, isSet: false))
    return Dictionary(uniqueKeysWithValues: report.findings.map { ($0.check, $0.verdict) })
  }

  @Test("a card without room for a block is not called fast")
  func noRoom() throws {
    let verdicts = try Self.verdicts([])
    #expect(verdicts[.storageSpeed] == .skip)
    #expect(verdicts[.storageStall] == .skip)
  }

  @Test("one block of two that takes long is a stall, and not what is usual")
  func secondBlock() throws {
    #expect(try Self.verdicts([0.01, 0.6])[.storageStall] == .warn)
    #expect(try Self.verdicts([0.6, 0.01])[.storageStall] == .warn)
    #expect(try Self.verdicts([0.01, 30])[.storageStall] == .fail)
    #expect(try Self.verdicts([0.01, 0.02])[.storageStall] == .pass)
  }

  @Test("a single block that takes long makes a card slow")
  func oneBlock() throws {
    #expect(try Self.verdicts([6])[.storageSpeed] == .fail)
  }
}
