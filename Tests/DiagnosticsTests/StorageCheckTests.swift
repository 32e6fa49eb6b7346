import Boards
import Recorder
import SimulatedBoard
import Testing

@testable import Diagnostics

/// A card that took so long for each block.
private struct TimedCard: StorageProbe {
  var blockSeconds: [Double]
  var freeBytes = 1 << 40
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
    var report = StorageReport(freeBytes: freeBytes, fileSystem: fileSystem)
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

  @Test("a card that misses its limits by a little does not look as if it met them")
  func near() throws {
    let findings = try Self.findings(TimedCard(blockSeconds: [0.9, 0.9], freeBytes: 1_089_000_000))
    let space = try #require(findings.first { $0.check == .storageSpace })
    #expect(space.verdict == .warn && space.message == "1.089 GB free, 59 minutes of takes")
    #expect(space.limit == "at least 1.090 GB, an hour of takes")
    let speed = try #require(findings.first { $0.check == .storageSpeed })
    #expect(speed.verdict == .fail)
    #expect(speed.message == "291.3 kB/s, 0.97 times the rate of the takes")
    #expect(speed.limit == "at least 900.0 kB/s, 3 times the rate of the takes")
  }

  @Test("a quantity gets the unit of its text, and the digits that tell it from its limit")
  func quantities() {
    #expect(Quantity.bytes(999_970_000) == "1.0 GB" && Quantity.bytes(999_940_000) == "999.9 MB")
    #expect(Quantity.bytes(999_970_000, digits: 2) == "999.97 MB")
    #expect(Quantity.bytes(999) == "999 bytes" && Quantity.tenths(-0.04) == "0.0")
    #expect(Quantity.decimal(-1.005e3, digits: 2) == "-1005.00")
    let percent: [(Double, Int)] = [(0.01, 1), (0.0104, 2), (0.02, 1), (0.01000001, 6)]
    for (value, digits) in percent {
      #expect(
        Quantity.digits(telling: value, from: 0.01, as: Quantity.percent(_:digits:)) == digits)
    }
    #expect(Quantity.milliseconds(0.4004, digits: 2) == "400.4 ms")
    #expect(Quantity.digits(telling: 0.79996, from: 0.8) == 5)
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
