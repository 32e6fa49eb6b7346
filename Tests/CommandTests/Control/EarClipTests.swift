import Assembly
import Beamforming
import Boards
import Face
import Glibc
import Recorder
import SimulatedBoard
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Clips of left and right, as the status of a recorder tells them.
@Suite("Clips of left and right") struct EarClipTests {
  private static let board = Board(
    id: "pair", name: "Pair", source: "made for tests",
    capture: Capture(device: "none", channels: 2),
    microphones: [
      Microphone(name: "L", channel: 0, position: Vector3(-0.03, 0, 0)),
      Microphone(name: "R", channel: 1, position: Vector3(0.03, 0, 0)),
    ],
    dataSources: [
      DataSource(
        name: "Front", orientation: .front, forward: DeviceFace.front.direction,
        patterns: [.omni, .plain], microphones: [0, 1])
    ])

  private static let scene = """
    board = "pair"
    duration = 7.0
    [hardware.capture]
    gain = 30.0
    [[source]]
    tone = 500.0
    azimuth = 0.0
    distance = "far"
    level = -6.0
    start = 2.0
    until = 3.0
    [[hand]]
    at = 1.0
    press = "record"

    """

  @Test("they are told in a take, for a while, beside those of the channels")
  func clips() throws {
    let folder = try TemporaryDirectory()
    var configuration = SessionConfiguration(board: Self.board, directory: folder.path)
    configuration.pattern = .plain
    configuration.form.limits = false
    let scenario = try Scenario.parse(text: Self.scene, name: folder.file("scene.toml"))
    let (session, time, _) = try Simulator(scenario: scenario, board: Self.board).begin(
      configuration: configuration,
      filters: FilterStore(
        board: Self.board, ears: .sphere, settings: DesignSettings(), rendering: .linear,
        cacheDirectory: nil))
    var tracker = StatusTracker(board: Self.board, version: "test", now: 0)
    var told: [Double: (ears: [Bool], channels: [Bool])] = [:]
    try session.arm(0)
    for tick in 0...700 {
      let now = Double(tick) / 100
      time.pass(to: now, by: tick > 0 ? 0.01 : 0, session)
      session.tick(now)
      time.settle(session, now)
      tracker.note(
        session.drainEvents().map { RecorderEvent($0, board: Self.board) }, session, now)
      guard tick % 50 == 0 else { continue }
      // The take is rendered as fast as this machine can.
      while session.undeliveredFrames > 4096 { letOthersRun() }
      tracker.look(session, now)
      let status = tracker.status(session, now, .init())
      told[now] = (status.ears.map(\.isClipped), status.channels.map(\.isClipped))
    }
    time.end()
    session.shutDown()
    #expect(told[1.5].map { $0.ears == [false, false] && $0.channels == [false, false] } == true)
    #expect(told[3].map { $0.ears == [true, true] && $0.channels == [true, true] } == true)
    #expect(told[7].map { $0.ears == [false, false] && $0.channels == [false, false] } == true)
  }
}
