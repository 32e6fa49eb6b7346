import Beamforming
import Boards
import Glibc
import SimulatedBoard
import TestSupport
import Testing

@testable import Recorder

@Suite("The memory and the priorities that a recorder gets")
struct RingGrantTests {
  private static let board: Board = {
    let source = DataSource(
      name: "Back", orientation: .back, forward: DeviceFace.back.direction,
      patterns: [.omni], microphones: [0, 1])
    return Board(
      id: "two", name: "Two", source: "made for tests",
      capture: Capture(device: "none", channels: 2),
      microphones: [
        Microphone(name: "L", channel: 0, position: Vector3(-0.03, 0, 0)),
        Microphone(name: "R", channel: 1, position: Vector3(0.03, 0.01, 0)),
      ], dataSources: [source])
  }()

  private func session(
    _ folder: TemporaryDirectory, freeMemory: Int? = nil,
    device: CountingDevice = CountingDevice(channels: 2, frames: .max),
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Session {
    var configuration = SessionConfiguration(board: Self.board, directory: folder.path)
    configuration.pattern = .omni
    configuration.form.preRollSeconds = 1
    configure(&configuration)
    let filters = FilterStore(
      board: Self.board, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
    try filters.prepare()
    return try Session(
      configuration: configuration, filters: filters,
      machine: Machine(
        capture: device, hands: SimulatedHands(board: Self.board), storage: RoomyStorage(),
        playback: SimulatedPlayback(), freeMemory: { freeMemory },
        wallTime: { WallTime(epochSeconds: $0, isSet: false) }))
  }

  /// Seconds of a ring that were told to be fewer than wanted.
  private func shortened(_ session: Session) -> [Double] {
    session.drainEvents().compactMap {
      if case .ringShortened(let seconds, _) = $0 { seconds } else { nil }
    }
  }

  @Test("a ring has what is wanted where memory is plenty or unknown", arguments: [nil, 1 << 30])
  func plenty(free: Int?) throws {
    let folder = try TemporaryDirectory()
    let session = try session(folder, freeMemory: free)
    try session.arm(0)
    let shown = session.snapshot(0)
    #expect(shown.ringSeconds > 31 && shown.ringSeconds == shown.ringWanted)
    #expect(shortened(session) == [])
    session.shutDown()
  }

  @Test("a ring takes half of the memory that there is, and says how much it wanted")
  func scarce() throws {
    let folder = try TemporaryDirectory()
    // Two channels of 32 bits at 48 kHz: 10 s are 3,840,000 bytes.
    let session = try session(folder, freeMemory: 2 * 3_840_000)
    try session.arm(0)
    let shown = session.snapshot(0)
    #expect(shown.ringSeconds == 10)
    #expect(shown.ringWanted > 31)
    #expect(shortened(session) == [10])
    session.shutDown()
  }

  @Test("with no memory at all it is just long enough for a take")
  func none() throws {
    let folder = try TemporaryDirectory()
    let session = try session(folder, freeMemory: 0)
    try session.arm(0)
    #expect((4..<5).contains(session.snapshot(0).ringSeconds))
    session.shutDown()
  }

  @Test("a take leaves half of a short ring free, however long its pre-roll is to be")
  func shortHistory() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try session(folder, freeMemory: 0, device: device) {
      $0.form.preRollSeconds = 5
    }
    try session.arm(0)
    device.letRun(until: 6 * 48000)
    while session.capturedFrames < 6 * 48000 { letOthersRun() }
    #expect((2..<2.5).contains(session.snapshot(0).preRollSeconds))
    try session.startTake(0)
    session.shutDown()
    let takes = session.drainEvents().compactMap {
      if case .takeFinished(let take) = $0 { take } else { nil }
    }
    let take = try #require(takes.first)
    #expect((90_000..<120_000).contains(take.preRollFrames))
    // The name of the file and the metadata tell the same moment.
    #expect(take.plan.form.preRollSeconds * 48000 - Double(take.preRollFrames) < 1)
  }

  @Test(
    "the memory of a mirror holds the pre-roll as well, but at most half of what is free for it",
    arguments: [(nil, 50), (1 << 30, 50), (60, 30), (30, 20), (0, 20)])
  func mirror(freeSeconds: Int?, seconds: Int) {
    var place = TakeMirror.Place(
      directory: "", storage: RoomyStorage(), ringSeconds: 20, patience: 1)
    place.freeMemory = freeSeconds.map { $0 * 48_000 * 6 * 4 }
    #expect(
      place.ringFrames(preRollFrames: 30 * 48_000, rate: 48_000, samplesPerFrame: 6)
        == seconds * 48_000)
  }

  @Test("every thread whose realtime priority is refused is named, once")
  func priorities() throws {
    let folder = try TemporaryDirectory()
    // No system has such priorities.
    let session = try session(folder) {
      $0.capturePriority = 1000
      $0.renderPriority = 1000
      $0.monitor = MonitorConfiguration(device: "phones")
    }
    var refused: [RealtimeThread] = []
    try session.arm(0)
    for take in 0..<2 {
      try session.startTake(Double(take))
      session.tick(Double(take))
      try session.stopTake()
      session.tick(Double(take) + 0.5)
      for event in session.drainEvents() {
        if case .priorityRefused(let thread, errno: EINVAL) = event { refused.append(thread) }
      }
    }
    session.shutDown()
    #expect(refused.count == 4 && Set(refused) == Set(RealtimeThread.allCases), "\(refused)")
  }
}
