import Beamforming
import Boards
import Glibc
import Synchronization
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// Hands that do what a test says.
final class TestHands: HandPort {
  private let events = Mutex<[ContactEvent]>([])
  private let reading = Mutex<MotionReading?>(MotionReading(InputOrientation.portrait.up, at: 0))
  private let isStuck = Mutex(false)

  func pollContacts() -> [ContactEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func motion() -> MotionReading? { reading.withLock { $0 } }

  /// Lets the sensor read again at a time, unless it is stuck.
  func read(at time: Double) {
    if !isStuck.withLock({ $0 }) { reading.withLock { $0?.time = time } }
  }

  /// Lets the sensor repeat its last reading from now on, or no longer.
  func stick(_ isStuck: Bool) { self.isStuck.withLock { $0 = isStuck } }

  /// Does something to a contact.
  func change(_ contact: Contact, _ change: ContactEvent.Change, at time: Double) {
    events.withLock { $0.append(ContactEvent(contact, change, at: time)) }
  }

  /// Moves a button.
  func move(_ button: ButtonName, isPressed: Bool, at time: Double) {
    change(.button(button), .moved(isClosed: isPressed), at: time)
  }

  /// Holds the board so that the sensor reads this; `nil` silences it.
  func hold(_ acceleration: Vector3?) {
    reading.withLock { reading in
      reading = acceleration.map { MotionReading($0, at: reading?.time ?? 0) }
    }
  }
}

/// A storage with as much room as a test says.
final class RoomyStorage: StoragePort {
  let free = Mutex<Int?>(1 << 40)

  func admit(bytes: Int) throws(StorageRefusal) {}
  func admitConclusion() throws(StorageRefusal) {}
  func check(directory: String) throws(StorageRefusal) {}
  func freeBytes(directory: String) -> Int? { free.withLock { $0 } }
}

/// A recorder in the hand: two microphones, two data sources, two patterns.
///
/// Time is what the test says; captured frames follow it.
final class HeldRecorder {
  let hands = TestHands()
  let storage = RoomyStorage()
  /// The storage of its second medium.
  let second: any StoragePort
  let session: Session
  /// The place where it asks for copies, if it does.
  let mailbox: CopyMailbox
  /// All events, from the beginning.
  private(set) var events: [SessionEvent] = []
  /// Seconds on the control clock.
  private(set) var now = 0.0
  private let device: CountingDevice
  private let folder: TemporaryDirectory

  /// A recorder that is not armed yet.
  ///
  /// - Parameters:
  ///   - frames: after which the device is gone.
  ///   - copies: whether there is another program that copies takes.
  ///   - wifi: whether there is another program that opens a Wi-Fi; it has the mailbox then.
  ///   - status: what that program says already.
  ///   - sleep: the sleep between those; the program that powers off has the mailbox.
  ///   - schedule: takes that start by themselves; the clock is set then, and shows midnight at the start.
  ///   - preRollSeconds: the seconds before a press that a take has.
  ///   - clockCorrection: seconds by which its time is ahead of the system's clock.
  ///   - battery: the charge of its battery.
  ///   - notice: what the system left to be told.
  ///   - folders: the folders that its takes lie in.
  ///   - marksBumps: whether a bump is a marker.
  ///   - first: the storage of takes; one with room without it.
  ///   - second: the storage of a second medium.
  ///   - mirror: the folder of the second medium.
  ///   - mirrorRing: seconds that wait while it stands still.
  ///   - mirrorPatience: seconds after which it stands still; many, so that a slow machine changes nothing.
  init(
    frames: Int = .max, copies: Bool = false, wifi: Bool = false, status: String? = nil,
    schedule: Schedule? = nil, sleep: SleepRule = SleepRule(), preRollSeconds: Double = 0,
    clockCorrection: Double = 0,
    battery: @escaping @Sendable () -> BatteryCharge? = { nil }, notice: String? = nil,
    folders: TakeForm.Folders = .flat, marksBumps: Bool = false, first: (any StoragePort)? = nil,
    second: any StoragePort = RoomyStorage(), mirror: String? = nil,
    mirrorRing: Double = 60, mirrorPatience: Double = 600
  ) throws {
    self.second = second
    folder = try TemporaryDirectory()
    if let status { try folder.write(Array("\(status)\n".utf8), to: "copy-status") }
    mailbox = CopyMailbox(
      request: folder.file("copy-request"), status: folder.file("copy-status"),
      program: wifi ? .wifi : sleep.depth == .system ? .sleep : .copy)
    device = CountingDevice(channels: 2, frames: frames)
    var configuration = SessionConfiguration(board: Self.board, directory: folder.path)
    configuration.pattern = .omni
    configuration.form.preRollSeconds = preRollSeconds
    configuration.form.marksBumps = marksBumps
    configuration.form.folders = folders
    configuration.settings.take.mirror = mirror
    configuration.mirrorRingSeconds = mirrorRing
    configuration.mirrorPatience = mirrorPatience
    configuration.form.keepsRaw = mirror != nil
    configuration.reportsSlowStorage = false
    configuration.copy = copies ? mailbox : nil
    configuration.wifi = wifi ? mailbox : nil
    configuration.settings.power = sleep
    configuration.powerOff = sleep.depth == .system ? mailbox : nil
    if let notice { try folder.write(Array(notice.utf8), to: "notice") }
    configuration.notice = folder.file("notice")
    if let schedule { configuration.schedule = schedule }
    let filters = FilterStore(
      board: Self.board, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
    var machine = Machine(
      capture: device, hands: hands, storage: first ?? storage,
      wallTime: { WallTime(epochSeconds: $0, isSet: schedule != nil) })
    machine.battery = battery
    machine.clockCorrection = { _ in clockCorrection }
    machine.mirror = second
    session = try Session(configuration: configuration, filters: filters, machine: machine)
  }

  deinit { session.shutDown() }

  /// Opens the device.
  func arm() throws { try session.arm(now) }

  /// Sets the reading of the power line; `nil` when it cannot be read.
  func setPower(isFailing: Bool?) {
    hands.change(.power, isFailing.map { .moved(isClosed: $0) } ?? .lost(Self.problem), at: now)
  }

  /// Moves a button now.
  func move(_ button: ButtonName, isPressed: Bool) {
    hands.move(button, isPressed: isPressed, at: now)
  }

  /// Lets time pass, with a look at everything every 50 ms, when the device has given the frames of the time.
  func wait(_ seconds: Double) {
    for _ in 0..<Int((seconds * 20).rounded()) {
      now += 0.05
      device.letRun(until: Int(now * 48000))
      device.catchUp()
      hands.read(at: now)
      session.tick(now)
      events += session.drainEvents()
    }
  }

  /// Presses a button for so many seconds.
  func press(_ button: ButtonName, for seconds: Double = 0.1) {
    hands.move(button, isPressed: true, at: now)
    wait(seconds)
    hands.move(button, isPressed: false, at: now)
    wait(0.05)
  }

  /// Looks at everything until something has become so.
  func wait(until isSo: (Session) -> Bool) {
    while !isSo(session) {
      letOthersRun()
      session.tick(now)
      events += session.drainEvents()
    }
  }

  /// Replaces the status of the program that copies takes, as that program does.
  func say(_ status: String) throws {
    try folder.write(Array("\(status)\n".utf8), to: "copy-status.new")
    try #require(rename(mailbox.status + ".new", mailbox.status) == 0)
  }

  /// Puts a folder where the request would be written.
  func blockRequests() { mkdir(mailbox.request + ".part", 0o755) }

  /// The request to that program, and its time; `nil` while there is none.
  var request: String? {
    folder.contains("copy-request")
      ? (try? folder.read("copy-request")).map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// The news of copies.
  var copyNews: [CopyNews] {
    events.compactMap { if case .copy(let news) = $0 { news } else { nil } }
  }

  /// The news of the Wi-Fi.
  var wifiNews: [CopyNews] {
    events.compactMap { if case .wifi(let news) = $0 { news } else { nil } }
  }

  /// The news of its sleep.
  var sleepNews: [SleepNews] {
    events.compactMap { if case .sleep(let news) = $0 { news } else { nil } }
  }

  /// The refusals, with their reasons.
  var refusals: [SessionRefusal] {
    events.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
  }

  /// Takes that are complete.
  var takes: [TakeResult] {
    events.compactMap { if case .takeFinished(let take) = $0 { take } else { nil } }
  }

  /// The markers that were set by hand.
  var markers: Int {
    events.count { if case .marker = $0 { true } else { false } }
  }

  private static let problem = HardwareProblem(
    what: "power line", place: "nowhere", reason: "the line was lost", remedy: "find it")

  /// Two microphones, two data sources, two patterns, and a sensor.
  static let board: Board = {
    func source(_ name: String, _ face: DeviceFace) -> DataSource {
      DataSource(
        name: name, orientation: face, forward: face.direction, patterns: [.omni, .cardioid],
        microphones: [0, 1])
    }
    return Board(
      id: "held", name: "Held", source: "made for tests",
      capture: Capture(device: "none", channels: 2),
      microphones: [
        Microphone(name: "L", channel: 0, position: Vector3(-0.01, 0, 0.005)),
        Microphone(name: "R", channel: 1, position: Vector3(0.01, 0, -0.005)),
      ], dataSources: [source("Back", .back), source("Front", .front)],
      accelerometer: Accelerometer(
        chip: "lis3dh", bus: 1, address: 0x18,
        mount: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]),
      // What a test moves does not bounce.
      buttons: Dictionary(
        uniqueKeysWithValues: ButtonName.allCases.map {
          ($0, InputLine(line: .named($0.rawValue), debounceMilliseconds: 0))
        }))
  }()
}
