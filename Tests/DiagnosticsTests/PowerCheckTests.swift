import Boards
import Diagnostics
import Realtime
import Recorder
import Testing

@Suite("The power line in a checkup")
struct PowerCheckTests {
  /// A line that does what a test says.
  private struct Line: PowerProbe {
    let report: PowerReport
    func watchPower(seconds: Double) -> PowerReport? { report }
  }

  private struct NoClock: BoardClock {
    func now() -> Double { 0 }
    func wait(seconds: Double) {}
  }

  private struct NoDevice: CapturePort {
    func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
      throw .absent(device: "none")
    }
    func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd { .stopped }
    func close() {}
  }

  private func finding(_ report: PowerReport, hasLine: Bool = true) throws -> Finding {
    var board = try PlantedBench.board()
    if !hasLine { board.power = nil }
    var bench = Bench(
      board: board, clock: NoClock(), capture: NoDevice(),
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 1)))
    bench.power = Line(report: report)
    let found = Checkup(bench, try CheckSelection(["power"]))
      .run(at: WallTime(epochSeconds: 0, isSet: false)).findings
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test("a line at rest passes, and a board without one has nothing to look at")
  func rest() throws {
    #expect(try finding(PowerReport(isFailing: false)).verdict == .pass)
    let none = try finding(PowerReport(isFailing: false), hasLine: false)
    #expect(none.verdict == .skip && none.message == "the board has no power line")
  }

  @Test("a line that says that power is failing, or changes, fails with what to look at")
  func failing() throws {
    let active = try finding(PowerReport(isFailing: true))
    #expect(active.verdict == .fail && active.message == "says that power is failing now")
    #expect(active.remedy?.contains("active-low") == true)
    let loose = try finding(PowerReport(isFailing: false, changes: 7))
    #expect(loose.verdict == .fail)
    #expect(loose.message == "changed 7 times in 1.5 s although nothing failed")
    #expect(loose.remedy?.contains("bias") == true)
  }

  @Test("a line that cannot be opened says why and what to do")
  func unusable() throws {
    let problem = HardwareProblem(
      what: "power line", place: "line 4", reason: "the line is in use", remedy: "end that program")
    let found = try finding(PowerReport(isFailing: nil, problem: problem))
    #expect(found.verdict == .fail)
    #expect(found.message == "the line is in use" && found.remedy == "end that program")
  }
}
