import Boards
import Diagnostics
import Realtime
import Recorder
import SimulatedBoard
import Synchronization
import Testing

/// A card whose gain is written when its device is opened, as that of a real one is.
private final class Card: CapturePort {
  let openings = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(false)
  private let isBusy: Bool

  init(isBusy: Bool = false) { self.isBusy = isBusy }

  /// True when the device was given back.
  var isClosed: Bool { !isOpen.load(ordering: .relaxed) }

  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    guard !isBusy else { throw .busy(device: request.device, holder: "a player") }
    openings.add(1, ordering: .relaxed)
    isOpen.store(true, ordering: .relaxed)
    return CaptureGrant(
      channels: request.channels, format: request.format, rate: request.rate,
      period: request.period, buffer: request.buffer)
  }

  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd { .disconnected }

  func close() { isOpen.store(false, ordering: .relaxed) }

  func examineMixer(device: String) -> MixerReport {
    let value = openings.load(ordering: .relaxed) > 0 ? 100 : 0
    return .controls([
      MixerControl(
        name: "ADC Capture Volume", kind: .volume, isCapture: true, values: [value], range: 0...127)
    ])
  }
}

@Suite("The mixer of a checkup") struct MixerOrderTests {
  private static func findings(_ card: Card, _ checks: [String]) throws -> [Finding] {
    let board = try PlantedBench.board()
    let scenario = try Scenario.parse(
      text: "board = \"bench\"\nduration = 1.0\n", name: "quiet.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(scenario, board: board).ports,
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 1)))
    bench.machine.capture = card
    return Checkup(bench, try CheckSelection(checks))
      .run(at: WallTime(epochSeconds: 0, isSet: false)).findings
  }

  @Test("alone it opens the device, which writes the gains of the board file, and gives it back")
  func alone() throws {
    let card = Card()
    let findings = try Self.findings(card, ["mixer.gain"])
    #expect(findings.map(\.verdict) == [.pass])
    #expect(card.openings.load(ordering: .relaxed) == 1)
    #expect(card.isClosed)
  }

  @Test("a device that is in use keeps its gains, which are told")
  func busy() throws {
    let findings = try Self.findings(Card(isBusy: true), ["mixer.gain"])
    #expect(findings.map(\.verdict) == [.fail])
  }

  @Test("checks that need no device open none")
  func untouched() throws {
    let card = Card()
    _ = try Self.findings(card, ["system"])
    #expect(card.openings.load(ordering: .relaxed) == 0)
  }
}
