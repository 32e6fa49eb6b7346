import Boards
import Diagnostics
import Recorder
import SimulatedBoard
import Testing

/// A card that took so long for each block.
private struct TimedCard: StorageProbe {
  var blockSeconds: [Double]
  /// The file systems of folders, by number; other folders are not there.
  var folders: [String: UInt64] = ["/takes": 1]

  func examineStorage(
    directory: String, blocks: Int, blockBytes: Int, seconds: Double, progress: (Double) -> Void
  ) -> StorageReport {
    guard let fileSystem = folders[directory] else {
      return StorageReport(
        problem: HardwareProblem(
          what: "storage", place: directory, reason: "there is no such folder", remedy: "make it"))
    }
    var report = StorageReport(freeBytes: 1 << 40, fileSystem: fileSystem)
    report.blockSeconds = blockSeconds
    report.writtenBytes = blockSeconds.count * blockBytes
    return report
  }
}

@Suite("Checks of the card") struct StorageCheckTests {
  private static func verdicts(_ blockSeconds: [Double]) throws -> [Check: Verdict] {
    Dictionary(
      uniqueKeysWithValues: try findings(TimedCard(blockSeconds: blockSeconds)).map {
        ($0.check, $0.verdict)
      })
  }

  private static func findings(_ card: TimedCard, mirror: String? = nil) throws -> [Finding] {
    let board = try PlantedBench.board()
    let scenario = try Scenario.parse(
      text: "board = \"bench\"\nduration = 1.0\n", name: "quiet.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(scenario, board: board).ports,
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 300_000)))
    bench.machine.card = card
    bench.takes.mirror = mirror
    return Checkup(bench, try CheckSelection(["storage"]))
      .run(at: WallTime(epochSeconds: 0, isSet: false)).findings
  }

  @Test(
    "the medium of the mirror is looked at too, and is another one; takes are made without it",
    arguments: [
      (2, 0.01, [Verdict.pass, .pass, .pass, .pass], "can be written to"),
      (2, 6, [.pass, .pass, .warn, .pass], "can be written to"),
      (1, 0.01, [.warn], "is on the same medium as the takes"),
      (nil, 0.01, [.warn], "there is no such folder"),
    ] as [(UInt64?, Double, [Verdict], String)])
  func mirror(fileSystem: UInt64?, block: Double, verdicts: [Verdict], words: String) throws {
    var card = TimedCard(blockSeconds: [block])
    card.folders["/stick"] = fileSystem
    let findings = try Self.findings(card, mirror: "/stick")
    let mirror = findings.filter { $0.subject == "/stick" }
    #expect(mirror.count + 4 == findings.count)
    #expect(mirror.map(\.verdict) == verdicts)
    #expect(mirror.first?.message == words)
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
