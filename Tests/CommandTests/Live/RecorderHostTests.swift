import Assembly
import Beamforming
import Boards
import Face
import Glibc
import Realtime
import Recorder
import Synchronization
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct RecorderHostTests {
  @Test("an idle loop wakes up 20 times a second, and a light that is to change wakes it sooner")
  func waits() throws {
    let world = World()
    let host = try world.host()
    #expect(throws: SessionFault.self) { try host.arm() }
    try host.run { now, _ in now < 2 }
    let waits = world.waits
    #expect(waits.allSatisfy { $0 <= RecorderLoop.turnSeconds })
    // The error light changes ten times a second, between turns.
    #expect((40...62).contains(waits.count))
  }

  @Test("while the device is missing the status light blinks five times a second")
  func errorLight() throws {
    let world = World()
    let host = try world.host()
    #expect(throws: SessionFault.self) { try host.arm() }
    try host.run { now, _ in now < 2 }
    let status = world.lights.shown.map(\.status)
    let changes = zip(status, status.dropFirst()).filter { $0 != $1 }.count
    #expect((18...20).contains(changes))
  }

  @Test("a device that is missing is tried again every second until the loop ends")
  func retries() throws {
    let world = World()
    let host = try world.host()
    #expect(throws: SessionFault.self) { try host.arm() }
    try host.run { now, _ in now < 3.5 }
    #expect(world.capture.attempts == 4)
    _ = host.shutDown(end: .shutdown)
    #expect(world.lights.shown.last == LightLevels())
  }

  @Test(
    "a device that is missing at the start is an event of the first turn, and the state of the status"
  )
  func missing() throws {
    let host = try World().host()
    #expect(!host.armOrTell())
    var told: [RecorderEvent] = []
    try host.run { now, events in
      told += events
      return now < 0.2
    }
    #expect(told.first?.kind == .fault && told.first?.fields["reason"] == "deviceAbsent")
    let status = host.status(host.now)
    #expect(status.state == .faulted && !status.details.isEmpty)
    #expect(status.events.first == told.first)
  }

  @Test("the status says that filters are being designed, until they are there")
  func work() throws {
    let host = try World().host()
    try host.prepare(makesAll: true)
    while host.isUnprepared {
      let work = host.status(host.now).work
      #expect(work == nil || work?.hasPrefix("designing filters") == true)
    }
    #expect(host.status(host.now).work == nil)
  }

  @Test("a recovered take is told to the units that act after takes")
  func recovered() throws {
    let folder = try TemporaryDirectory()
    var settings = Settings()
    (settings.after.run, settings.after.signal) = ("true", folder.file("finished"))
    let host = try World().host(settings: settings)
    // There is no folder for takes, so nothing has been announced yet.
    try host.run { now, _ in now < 0.2 }
    #expect(try folder.names == [])
    host.announce(RecorderEvent(.recovered, "recovered", "", .good))
    let start = host.now
    try host.run { now, _ in now < start + 0.2 }
    #expect(try folder.names == ["finished"])
  }

  @Test("a heartbeat that cannot be written is told once, with the remedy, until it was written")
  func silentHeartbeat() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("away/heartbeat")
    var settings = Settings()
    (settings.heartbeat.file, settings.heartbeat.seconds) = (path, 1)
    let host = try World().host(settings: settings)
    var lines: [String] = []
    host.log = { lines.append($0) }
    try host.run { now, _ in now < 4.5 }
    let told =
      "[heartbeat] file: \(path) cannot be written: No such file or directory; make its folder"
    #expect(lines == [told])
    #expect(mkdir(folder.file("away"), 0o755) == 0)
    try host.run { now, _ in now < 6.5 }
    #expect(unlink(path) == 0 && rmdir(folder.file("away")) == 0)
    try host.run { now, _ in now < 8.5 }
    #expect(lines == [told, told])
  }

  @Test("the log of a deployment has the events of the time without a folder, in order, once each")
  func deploymentLog() throws {
    let folder = try TemporaryDirectory()
    let (takes, away) = (folder.file("takes"), folder.file("away"))
    let host = try World().host(directory: takes)
    host.deployment = try DeploymentLog(directory: takes)
    var (told, problems): ([String], [String]) = ([], [])
    host.log = { problems.append($0) }
    func run(until isOver: () -> Bool) throws {
      try host.run { _, events in
        told += events.filter { $0.tone != .minor }.map(\.sentence)
        letOthersRun()
        return !isOver()
      }
    }
    func announce(_ words: String) throws {
      host.announce(RecorderEvent(.notice, words, "", .alarm))
      try run { told.contains(words) }
    }
    // The folder is not there when the recorder starts.
    #expect(!host.armOrTell())
    try run { told.contains { $0.contains(takes) } }
    #expect(mkdir(takes, 0o755) == 0)
    try run { host.session.storageStatus != nil }
    try announce("the folder is there")
    #expect(rename(takes, away) == 0)
    try announce("the folder has just gone")
    try run { host.session.storageStatus == nil }
    try announce("the folder is away")
    #expect(rename(away, takes) == 0)
    try run { host.session.storageStatus != nil }
    told += host.shutDown().filter { $0.tone != .minor }.map(\.sentence)
    let lines = DeploymentLog.lines(in: takes).filter { $0.type != "state" }
    #expect(lines.map(\.words) == ["the recorder started"] + told + ["the recorder was stopped"])
    #expect(told.filter { $0.contains(takes) }.count == 2, "\(told)")
    #expect(problems.allSatisfy { $0.contains("cannot be opened") }, "\(problems)")
  }

  @Test("an error of a turn ends the loop")
  func error() throws {
    let host = try World().host()
    #expect(throws: OutputClosed.self) { try host.run { _, _ in throw OutputClosed() } }
  }
}

/// A board without a device, on a clock that goes on when the loop waits.
private final class World {
  let capture = MissingCapture()
  let lights = ShownLights()
  private let time = Clock()

  /// The waits that the loop asked for, in seconds.
  var waits: [Double] { time.waits }

  /// A host that makes takes in the given folder, or none.
  func host(settings: Settings? = nil, directory: String? = nil) throws -> RecorderHost {
    var configuration = SessionConfiguration(
      board: pairBoard, directory: directory ?? "/nonexistent")
    configuration.makesTakes = directory != nil
    let session = try Session(
      configuration: configuration,
      filters: FilterStore(
        board: pairBoard, ears: .sphere, settings: DesignSettings(), cacheDirectory: TestForm.cache),
      machine: Machine(
        capture: capture, hands: NoHands(), storage: PlainStorage(),
        wallTime: { WallTime(epochSeconds: $0) }))
    let time = time
    return RecorderHost(
      RecorderLoop(
        session: session, clock: { time.now }, wait: { time.wait($0) }, lights: LightShow(lights)),
      settings: settings)
  }
}

private final class Clock {
  private(set) var now = 0.0
  private(set) var waits: [Double] = []

  func wait(_ seconds: Double) {
    waits.append(seconds)
    // A wait of nothing takes a little all the same.
    now += max(seconds, 0.001)
  }
}

private final class MissingCapture: CapturePort {
  private let count = Atomic<Int>(0)

  var attempts: Int { count.load(ordering: .relaxed) }

  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    count.add(1, ordering: .relaxed)
    throw .absent(device: request.device)
  }

  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd { .disconnected }

  func close() {}
}

private struct NoHands: HandPort {
  func pollContacts() -> [ContactEvent] { [] }

  func motion() -> MotionReading? { nil }
}

private final class ShownLights: LightPort {
  private let levels = Mutex<[LightLevels]>([])

  var shown: [LightLevels] { levels.withLock { $0 } }

  func show(_ levels: LightLevels) { self.levels.withLock { $0.append(levels) } }
}
