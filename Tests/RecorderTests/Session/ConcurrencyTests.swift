import Beamforming
import Boards
import Glibc
import Realtime
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// Capture, render and writer threads at full speed, with two readers of the raw ring: made for ThreadSanitizer, and
/// true without it.
@Suite struct ConcurrencyTests {
  private static let channels = 4

  private static func board() -> Board {
    let positions = [
      Vector3(-0.03, -0.04, 0), Vector3(0.03, -0.035, 0.003), Vector3(-0.01, 0.045, -0.004),
      Vector3(0.025, 0.03, 0.006),
    ]
    let microphones = positions.enumerated().map {
      Microphone(name: "M\($0.offset)", channel: $0.offset, position: $0.element)
    }
    let source = DataSource(
      name: "Back", orientation: .back, forward: DeviceFace.back.direction,
      patterns: [.stereo, .omni], microphones: Array(positions.indices))
    return Board(
      id: "four", name: "Four", source: "made for tests",
      capture: Capture(device: "none", channels: channels), microphones: microphones,
      dataSources: [source])
  }

  /// Filters that are designed in no time.
  private static func filters() -> FilterStore {
    FilterStore(
      board: board(), ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
  }

  /// The words of a file, interleaved.
  private func words(_ path: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: path)
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    let frames = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: $0.count / reader.channels)
    }
    #expect(frames == reader.frames)
    return words
  }

  /// The stereo file of a take is what its raw file gives when it is rendered again.
  private func expectRenderedAgain(_ take: TakeResult, _ folder: TemporaryDirectory) throws {
    let renderer = OfflineRenderer(
      board: take.plan.board, design: take.plan.design, form: TakeForm())
    let again = folder.file("again.wav")
    let summary = try renderer.render(try #require(take.rawFiles.first), to: again)
    #expect(summary.frames == take.frames)
    #expect(try words(again) == words(try #require(take.files.first)))
  }

  @Test("a take with an overrun, and a pause longer than the ring, is whole in both files")
  func simulated() throws {
    let folder = try TemporaryDirectory()
    let noise = SoundSource(
      sound: .noise(.pink), position: .listener(Direction(azimuth: 60), .far), level: -30)
    func hand(_ at: Double, _ button: ButtonName, _ seconds: Double = 0.1) -> Scenario.Hand {
      Scenario.Hand(at: at, action: .press(button, seconds: seconds))
    }
    let scenario = Scenario(
      board: "four", duration: 6, sources: [noise],
      hands: [
        hand(0.5, .record), hand(1, .source, 1.6), hand(3, .source, 1.6), hand(5.5, .record),
      ], faults: [Scenario.Fault(at: 0.8, event: .overrun(frames: 4321))])
    var configuration = SessionConfiguration(board: Self.board(), directory: folder.path)
    configuration.form.keepsRaw = true
    configuration.form.preRollSeconds = 0.3
    // The ring is shorter than the pause: no reader may hold a place in it meanwhile.
    configuration.stallSeconds = 1
    let outcome = try Simulator(scenario: scenario, board: Self.board())
      .run(configuration: configuration, filters: Self.filters())
    let take = try #require(outcome.takes.first)
    #expect(take.end == .stopped)
    #expect(take.gaps.map(\.frames) == [4321])
    // 0.3 s before the press and 5 s after it, less 2 s between the two holds of the source button, of the first of
    // which the card has got 1.2 s before it was known what it means.
    #expect(abs(take.seconds - 4.5) < 0.05)
    try expectRenderedAgain(take, folder)
  }

  @Test("a device that never waits fills the ring, and every frame is in its place or in a gap")
  func free() throws {
    let folder = try TemporaryDirectory()
    var configuration = SessionConfiguration(board: Self.board(), directory: folder.path)
    configuration.form.keepsRaw = true
    configuration.form.preRollSeconds = 0.1
    configuration.stallSeconds = 0.2
    let (pressed, end) = (24000, 192_000)
    let device = CountingDevice(channels: Self.channels, frames: end)
    let session = try Session(
      configuration: configuration, filters: Self.filters(),
      machine: Machine(
        capture: device, hands: SimulatedHands(board: Self.board()), storage: PlainStorage(),
        wallTime: { WallTime(epochSeconds: $0, isSet: false) }))
    try session.filters.prepare()
    try session.arm(0)
    device.letRun(until: pressed)
    while session.capturedFrames < pressed { letOthersRun() }
    try session.startTake(0)
    device.letRun(until: end)
    var takes: [TakeResult] = []
    while takes.isEmpty {
      session.tick(0)
      for event in session.drainEvents() {
        if case .takeFinished(let take) = event { takes.append(take) }
      }
      letOthersRun()
    }
    session.shutDown()
    let take = try #require(takes.first)
    #expect(take.end == .captureEnded(.disconnected))
    #expect(take.timelineStart == pressed - 4800)
    #expect(take.frames == end - take.timelineStart)
    try expectInPlace(take)
    try expectRenderedAgain(take, folder)
  }

  /// Every frame of the raw file is the one that the device gave at its place, or silence in a gap.
  private func expectInPlace(_ take: TakeResult) throws {
    let raw = try words(try #require(take.rawFiles.first))
    var isLost = [Bool](repeating: false, count: take.frames)
    for gap in take.gaps {
      let start = gap.timeline - take.timelineStart
      for frame in max(0, start)..<min(take.frames, start + gap.frames) { isLost[frame] = true }
    }
    let wrong = (0..<raw.count).count { index in
      let (frame, channel) = (index / Self.channels, index % Self.channels)
      let given = CountingDevice.word(take.timelineStart + frame, channel)
      return raw[index] != (isLost[frame] ? 0 : given)
    }
    #expect(raw.count == take.frames * Self.channels)
    #expect(wrong == 0, "\(take.gaps.count) gaps")
  }
}
