import Boards
import Diagnostics
import Recorder
import SimulatedBoard
import Synchronization
import Testing

@Suite("The power line in a checkup")
struct PowerCheckTests {
  /// A line that does what a test says, once it is looked at.
  private final class Line: HandPort {
    private let changes: Mutex<[ContactEvent.Change]>

    init(_ changes: [ContactEvent.Change]) { self.changes = Mutex(changes) }

    func pollContacts() -> [ContactEvent] {
      changes.withLock { changes in
        defer { changes = [] }
        return changes.map { ContactEvent(.power, $0, at: 0) }
      }
    }

    func motion() -> MotionReading? { nil }
  }

  private func finding(_ changes: ContactEvent.Change..., hasLine: Bool = true) throws -> Finding {
    var board = try PlantedBench.board()
    if !hasLine { board.power = nil }
    let quiet = try Scenario.parse(
      text: "board = \"bench\"\nduration = 2.0\n", name: "quiet.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(quiet, board: board).ports,
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 1)))
    bench.machine.hands = Line(changes)
    let found = Checkup(bench, try CheckSelection(["power"]))
      .run(at: WallTime(epochSeconds: 0, isSet: false)).findings
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test("a line at rest passes, and a board without one has nothing to look at")
  func rest() throws {
    #expect(try finding(.found(isClosed: false)).verdict == .pass)
    let none = try finding(.found(isClosed: false), hasLine: false)
    #expect(none.verdict == .skip && none.message == "the board has no power line")
  }

  @Test("a line that says that power is failing, or changes, fails with what to look at")
  func failing() throws {
    let active = try finding(.found(isClosed: true))
    #expect(active.verdict == .fail && active.message == "reports that power is failing now")
    #expect(active.remedy?.contains("active-low") == true)
    let loose = try finding(
      .found(isClosed: false), .moved(isClosed: true), .moved(isClosed: false),
      .moved(isClosed: true), .moved(isClosed: false), .moved(isClosed: true),
      .moved(isClosed: false), .moved(isClosed: true))
    #expect(loose.verdict == .fail)
    #expect(loose.message == "changed 7 times in 1.5 s although power did not fail")
    #expect(loose.remedy?.contains("bias") == true)
  }

  @Test("a line that cannot be opened says why and what to do")
  func unusable() throws {
    let problem = HardwareProblem(
      what: "power line", place: "line 4", reason: "the line is in use", remedy: "end that program")
    let found = try finding(.lost(problem))
    #expect(found.verdict == .fail)
    #expect(found.message == "the line is in use" && found.remedy == "end that program")
  }
}
