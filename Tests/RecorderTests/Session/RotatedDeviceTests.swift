import Beamforming
import Boards
import Glibc
import Realtime
import Recorder
import Synchronization
import TakeFiles
import TestSupport
import Testing

/// A device with two microphones and two silent channels, which it gives in another order at some openings.
private final class RotatedDevice: CapturePort {
  static let channels = 4
  private let shifts: [Int]
  private let openings = Atomic<Int>(0)
  private let limit = Atomic<Int>(24000)

  /// A device that was never opened.
  ///
  /// - Parameter shifts: of one opening after another; the last one counts for all others.
  init(shifts: [Int]) { self.shifts = shifts }

  /// Lets every opening give so many frames.
  func letRun(until frame: Int) { limit.store(frame, ordering: .releasing) }

  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    openings.add(1, ordering: .relaxed)
    return CaptureGrant(
      channels: Self.channels, format: .s32, rate: request.rate, period: request.period,
      buffer: request.period)
  }

  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd {
    let shift = shifts[min(openings.load(ordering: .relaxed), shifts.count) - 1]
    var place = 0
    var frame = [Int32](repeating: 0, count: Self.channels)
    while !stop.isRaised {
      if place >= limit.load(ordering: .acquiring) {
        letOthersRun()
        continue
      }
      for microphone in 0..<2 {
        frame[(microphone + shift) % Self.channels] = CountingDevice.word(place, microphone)
      }
      frame.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { inlet.ingest(source, frames: 1) }
      }
      place += 1
    }
    return .stopped
  }

  func close() {}
}

@Suite("A device that gives its channels in another order from the start")
struct RotatedDeviceTests {
  private static func recorder(
    shifts: [Int]
  ) throws -> (TemporaryDirectory, RotatedDevice, Session) {
    let board = Board(
      id: "spare", name: "Spare", source: "made for tests",
      capture: Capture(device: "none", channels: RotatedDevice.channels),
      microphones: [
        Microphone(name: "L", channel: 0, position: Vector3(-0.03, 0, 0)),
        Microphone(name: "R", channel: 1, position: Vector3(0.03, 0.01, 0)),
      ],
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: DeviceFace.back.direction,
          patterns: [.omni], microphones: [0, 1])
      ])
    let folder = try TemporaryDirectory()
    let device = RotatedDevice(shifts: shifts)
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.pattern = .omni
    configuration.form.preRollSeconds = 0
    configuration.reportsSlowStorage = false
    let filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
    try filters.prepare()
    let session = try Session(
      configuration: configuration, filters: filters,
      machine: Machine(
        capture: device, hands: TestHands(), storage: RoomyStorage(),
        wallTime: { WallTime(epochSeconds: $0, isSet: false) }))
    return (folder, device, session)
  }

  /// Looks at everything until something has happened; gives all that did.
  private func events(
    of session: Session, until isIt: (SessionEvent) -> Bool
  ) -> [SessionEvent] {
    var events: [SessionEvent] = []
    while !events.contains(where: isIt) {
      session.tick(0)
      events += session.drainEvents()
      letOthersRun()
    }
    return events
  }

  private func finish(_ session: Session, _ device: RotatedDevice) throws -> [SessionEvent] {
    device.letRun(until: 48000)
    wait(for: 24000, session)
    session.tick(0)
    try session.stopTake()
    return events(of: session) { if case .takeFinished = $0 { true } else { false } }
  }

  /// Waits until the take has so many frames; the time line goes on where a take of an earlier opening is still being
  /// written.
  private func wait(for frames: Int, _ session: Session) {
    while session.progress.map({ $0.frames < frames }) ?? false { letOthersRun() }
  }

  private func takes(_ events: [SessionEvent]) -> [TakeResult] {
    events.compactMap { if case .takeFinished(let take) = $0 { take } else { nil } }
  }

  @Test("a take that has no frames yet begins anew after the device was opened again")
  func beginsAnew() throws {
    let (folder, device, session) = try Self.recorder(shifts: [1, 0])
    try session.arm(0)
    try session.startTake(0)
    var events = events(of: session) { $0 == .channelsRotated(by: 1) }
    #expect(session.progress != nil)
    events += try finish(session, device)
    session.shutDown()
    events += session.drainEvents()
    let take = try #require(takes(events).first)
    #expect(takes(events).count == 1)
    #expect(take.end == .stopped)
    #expect(take.frames >= 24000)
    #expect(take.plan.reason == nil)
    #expect(session.lightState.isWarning == false)
    let files = try TakeDirectory(path: folder.path).fileNames()
    #expect(files == take.files.map { TakeName.fileName(of: $0) })
  }

  @Test("when opening it again does not help, takes go on, say so, and the light warns")
  func staysRotated() throws {
    let (folder, device, session) = try Self.recorder(shifts: [1])
    defer { withExtendedLifetime(folder) {} }
    try session.arm(0)
    try session.startTake(0)
    var events = events(of: session) { $0 == .fault(.channelsRotated(by: 1)) }
    #expect(events.filter { $0 == .channelsRotated(by: 1) }.count == 3)
    #expect(session.lightState.isWarning)
    events += try finish(session, device)
    // One that starts later says it too.
    try session.startTake(0)
    device.letRun(until: 72000)
    wait(for: 24000, session)
    try session.stopTake()
    session.shutDown()
    events += session.drainEvents()
    #expect(takes(events).map(\.end) == [.stopped, .stopped])
    for take in takes(events) {
      let details = try TakeFile.read(path: try #require(take.files.first))
      #expect(details.metadata.notes.contains("channels may be rotated by 1"))
    }
  }
}
