import Boards
import Diagnostics
import Recorder
import SimulatedBoard
import Synchronization
import Testing

/// An accelerometer at rest, one transfer of which fails.
private final class FlakySensor: HandPort {
  private let reads = Atomic(0)
  private let failing: Int

  init(failing: Int) { self.failing = failing }

  func pollContacts() -> [ContactEvent] { [] }

  func motion() -> MotionReading? {
    let number = reads.add(1, ordering: .relaxed).newValue
    return MotionReading(Vector3(0, number.isMultiple(of: 2) ? 1 : 1.001, 0), at: Double(number))
  }

  func sensorStatus() -> SensorStatus? {
    let hasFailed = reads.load(ordering: .relaxed) == failing
    return SensorStatus(
      .expected(value: 0x33),
      problem: hasFailed
        ? HardwareProblem(
          what: "accelerometer", place: "bus 1", reason: "reading register 0xa8 failed",
          remedy: "check its wires") : nil)
  }

  func release() {}
}

@Suite("The checks of parts and supply") struct PartCheckTests {
  private static func findings(failing: Int) throws -> [Finding] {
    let board = try PlantedBench.board()
    let scenario = try Scenario.parse(
      text: "board = \"bench\"\nduration = 1.0\n", name: "quiet.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(scenario, board: board).ports,
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 300_000)))
    bench.machine.hands = FlakySensor(failing: failing)
    return Checkup(bench, try CheckSelection(["motion.length"]))
      .run(at: WallTime(epochSeconds: 0, isSet: false)).findings
  }

  @Test("A transfer that fails after many good ones is a fault")
  func failing() throws {
    #expect(try Self.findings(failing: 1000).map(\.verdict) == [.pass])
    let finding = try #require(try Self.findings(failing: 30).first)
    #expect(finding.verdict == .fail)
    #expect(finding.message == "reading register 0xa8 failed")
    #expect(finding.remedy == "check its wires")
  }

  @Test("Under-voltage in the past is told beside the heat of the present, each with its remedy")
  func power() throws {
    let report = try PlantedBench.report(
      try PlantedBench.board(), seed: 1, "[hardware.system]\nthrottled = 0x10008\n",
      checks: ["system.power"])
    let finding = try #require(report.findings.first)
    #expect(finding.verdict == .fail)
    #expect(
      finding.message
        == "the soft temperature limit is reached now; under-voltage since the system started")
    #expect(finding.remedy?.contains("stronger supply") == true)
    #expect(finding.remedy?.hasSuffix("cool the board with a heat sink or a fan") == true)
  }
}
