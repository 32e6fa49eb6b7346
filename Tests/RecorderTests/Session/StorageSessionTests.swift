import Beamforming
import Boards
import Glibc
import Realtime
import Recorder
import SimulatedBoard
import Synchronization
import TakeFiles
import TestSupport
import Testing

/// A storage that answers what a test says.
private final class TestStorage: StoragePort {
  let free = Mutex<Int?>(nil)
  /// Raised when ``freeBytes(directory:)`` was asked.
  let isAsked = StopFlag()
  /// Raised when it may answer.
  let answers = StopFlag()
  private let isSlow: Bool

  /// A storage; a slow one does not even look at its folder before it may answer.
  init(isSlow: Bool = false) { self.isSlow = isSlow }

  func admit(bytes: Int) throws(StorageRefusal) {}
  func admitConclusion() throws(StorageRefusal) {}
  func check(directory: String) throws(StorageRefusal) {
    while isSlow, !answers.isRaised { letOthersRun() }
  }
  func freeBytes(directory: String) -> Int? {
    isAsked.raise()
    while !answers.isRaised { letOthersRun() }
    return free.withLock { $0 }
  }
}

@Suite struct StorageSessionTests {
  @Test("recorders that look at one folder at the same time do not disturb each other")
  func together() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path
    let refusals = Mutex<[StorageRefusal]>([])
    let recorders = try (0..<4).map { number in
      try Thread(name: "recorder \(number)") {
        for _ in 0..<500 {
          do throws(StorageRefusal) {
            try PlainStorage().check(directory: path)
          } catch {
            refusals.withLock { $0.append(error) }
          }
        }
      }
    }
    for recorder in recorders { recorder.join() }
    #expect(refusals.withLock { $0 } == [])
    // Nothing is left.
    #expect(rmdir(path) == 0)
  }

  private static func board() -> Board {
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
  }

  private static func session(
    _ device: CountingDevice, _ storage: any StoragePort, _ folder: TemporaryDirectory,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Session {
    var configuration = SessionConfiguration(board: board(), directory: folder.path)
    configuration.pattern = .omni
    configuration.form.preRollSeconds = 0
    configure(&configuration)
    let filters = FilterStore(
      board: board(), ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
    try filters.prepare()
    return try Session(
      configuration: configuration, filters: filters,
      machine: Machine(
        capture: device, hands: SimulatedHands(board: board()), storage: storage,
        wallTime: { WallTime(epochSeconds: $0, isSet: false) }))
  }

  @Test("a take that starts before the folder was looked at makes no file yet, and loses nothing")
  func slowLook() throws {
    let folder = try TemporaryDirectory()
    let storage = TestStorage(isSlow: true)
    let device = CountingDevice(channels: 2, frames: 48000)
    let session = try Self.session(device, storage, folder)
    try session.arm(0)
    try session.startTake(0)
    device.letRun(until: 48000)
    while session.isCapturing {
      session.tick(0)
      letOthersRun()
    }
    #expect(try TakeDirectory(path: folder.path).fileNames() == [])
    storage.answers.raise()
    session.shutDown()
    let takes = session.drainEvents().compactMap { event in
      if case .takeFinished(let take) = event { take } else { nil }
    }
    #expect(takes.first?.frames == 48000)
    #expect(takes.first?.gaps.isEmpty == true)
  }

  @Test("a storage that does not answer holds nothing up, and nothing is known of it")
  func silent() throws {
    let folder = try TemporaryDirectory()
    let storage = TestStorage()
    storage.free.withLock { $0 = 1 }
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, storage, folder)
    try session.arm(0)
    while !storage.isAsked.isRaised { session.tick(0) }
    for step in 0..<100 { session.tick(1 + Double(step)) }
    #expect(session.isAskingStorage)
    #expect(session.storageStatus == nil)
    try session.startTake(101)
    #expect(session.state != .armed)
    storage.answers.raise()
    session.shutDown()
  }

  @Test("the seconds that are left are those of the format, and go down between two looks")
  func secondsLeft() throws {
    let folder = try TemporaryDirectory()
    let storage = TestStorage()
    storage.answers.raise()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, storage, folder)
    // One channel of 24 bits at 48 kHz.
    #expect(session.storageRate.bytesPerSecond == 144_000)
    let bytes = session.storageRate.reserveBytes + 100 * 144_000
    storage.free.withLock { $0 = bytes }
    try session.arm(0)
    session.tick(0)
    while session.isAskingStorage { session.tick(0) }
    session.tick(1)
    while session.isAskingStorage { session.tick(1) }
    #expect(session.storageStatus == StorageStatus(freeBytes: bytes, secondsLeft: 100))
    try session.startTake(1)
    device.letRun(until: 48000 * 10)
    while session.capturedFrames < 48000 * 10 { letOthersRun() }
    let left = try #require(session.storageStatus?.secondsLeft)
    #expect(abs(left - 90) < 0.1)
    // A take that has ended since the look counts as well.
    try session.stopTake()
    let afterwards = try #require(session.storageStatus?.secondsLeft)
    #expect(abs(afterwards - 90) < 0.1)
    session.shutDown()
  }

  @Test("a scheduled take that ended because the card was full makes no stubs, and waits for room")
  func full() throws {
    let recorder = try HeldRecorder(
      schedule: Schedule([
        ScheduledTake(start: .daily(secondOfDay: 5, days: []), seconds: 600)
      ]))
    try recorder.arm()
    func wait(tenths: Int) {
      for _ in 0..<tenths {
        recorder.wait(0.1)
        recorder.wait { !$0.isAskingStorage }
      }
    }
    wait(tenths: 80)
    #expect(recorder.session.progress != nil)
    let rate = recorder.session.storageRate
    recorder.storage.free.withLock { $0 = rate.reserveBytes + rate.bytesPerSecond / 2 }
    wait(tenths: 50)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.map(\.end) == [.storageFull])
    let refusals = recorder.events.filter { if case .scheduleRefused = $0 { true } else { false } }
    #expect(refusals.count == 1)
    recorder.storage.free.withLock { $0 = 1 << 40 }
    wait(tenths: 20)
    #expect(recorder.session.progress != nil)
  }

  @Test("free space is looked at, and warned of, while the device is away too")
  func withoutDevice() throws {
    let folder = try TemporaryDirectory()
    let storage = TestStorage()
    storage.answers.raise()
    let session = try Self.session(CountingDevice(channels: 2, frames: 0), storage, folder)
    try session.arm(0)
    while session.isCapturing { session.tick(0) }
    func look(at time: Double, bytes: Int?) {
      storage.free.withLock { $0 = bytes }
      session.tick(time)
      while session.isAskingStorage || session.isCapturing { session.tick(time) }
      session.tick(time)
    }
    while session.isAskingStorage { session.tick(0) }
    let bytes = session.storageRate.reserveBytes + 100 * session.storageRate.bytesPerSecond
    // Between two tries to open the device, which is gone at once.
    look(at: 1.5, bytes: bytes)
    #expect(!session.isCapturing)
    #expect(session.storageStatus == StorageStatus(freeBytes: bytes, secondsLeft: 100))
    #expect(session.drainEvents().contains(.storageLow(secondsLeft: 100)))
    look(at: 3, bytes: nil)
    #expect(session.storageStatus == nil)
    session.shutDown()
  }
}

@Suite struct PlainStorageTests {
  @Test("what is free is what the system says, and unknown where there is no folder")
  func free() throws {
    let folder = try TemporaryDirectory()
    let free = try #require(PlainStorage().freeBytes(directory: folder.path))
    #expect(free > 0 && free < 1 << 60)
    #expect(PlainStorage().freeBytes(directory: folder.file("missing")) == nil)
  }

  @Test("a folder that takes files is found well and left as it was; others give their errno")
  func check() throws {
    let folder = try TemporaryDirectory()
    try PlainStorage().check(directory: folder.path)
    #expect(try TakeDirectory(path: folder.path).fileNames().isEmpty)
    #expect(access(folder.file(".pinna-check"), F_OK) != 0)
    #expect(throws: StorageRefusal(errno: ENOENT)) {
      try PlainStorage().check(directory: folder.file("missing"))
    }
    try folder.write([1], to: "file")
    #expect(throws: StorageRefusal(errno: ENOTDIR)) {
      try PlainStorage().check(directory: folder.file("file"))
    }
  }
}
