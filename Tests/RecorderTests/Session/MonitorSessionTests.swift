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

/// Ear meters, headphones that come and go, and what a snapshot shows.
@Suite("Monitor of a session") struct MonitorSessionTests {
  private static func board() -> Board {
    let microphones = [
      Microphone(name: "A", channel: 0, position: Vector3(-0.03, 0, 0)),
      Microphone(name: "B", channel: 1, position: Vector3(0.03, 0, 0)),
    ]
    return Board(
      id: "two", name: "Two", source: "made for tests",
      capture: Capture(device: "none", channels: 2), microphones: microphones,
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: DeviceFace.back.direction,
          patterns: [.stereo, .omni], microphones: [0, 1])
      ])
  }

  private static func session(
    _ device: CountingDevice, _ folder: TemporaryDirectory,
    playback: (any PlaybackPort)? = nil, programs: (any PlaybackPort)? = nil,
    configure: (inout SessionConfiguration) -> Void
  ) throws -> Session {
    var configuration = SessionConfiguration(board: board(), directory: folder.path)
    configuration.form.preRollSeconds = 1
    configuration.stallSeconds = 4
    configure(&configuration)
    let filters = FilterStore(
      board: board(), ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
    try filters.prepare()
    var machine = Machine(
      capture: device, hands: SimulatedHands(board: board()), storage: PlainStorage(),
      playback: playback, wallTime: { WallTime(epochSeconds: $0, isSet: false) })
    machine.programs = programs
    return try Session(configuration: configuration, filters: filters, machine: machine)
  }

  @Test("ear meters show left and right without a take, and those of the take while one is made")
  func ears() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, folder) { $0.metersEars = true }
    try session.arm(0)
    device.letRun(session) { $0.ears.first.map { $0.peak > 0 } == true }
    #expect(session.snapshot(0).ears.count == 2)
    try session.setPattern(.omni)
    while session.snapshot(0).ears.count != 1 { session.tick(0) }
    try session.startTake(0)
    session.tick(0)
    #expect(session.snapshot(0).ears.count == 1)
    session.shutDown()
    #expect(session.snapshot(0).ears.isEmpty)
  }

  @Test("nothing is rendered without meters and headphones")
  func closed() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, folder) { _ in }
    try session.arm(0)
    device.letRun(until: 9600)
    while session.capturedFrames < 9600 { letOthersRun() }
    session.tick(0)
    #expect(session.snapshot(0).ears.isEmpty)
    #expect(session.liveBacklog == 0)
    session.shutDown()
  }

  @Test("the capture thread wakes up for every period only while somebody listens")
  func wakes() throws {
    let folder = try TemporaryDirectory()
    func wakeFrames(_ monitor: MonitorConfiguration?, programs: String? = nil) throws -> Int? {
      let device = CountingDevice(channels: 2, frames: .max)
      let session = try Self.session(device, folder, playback: SimulatedPlayback()) {
        $0.monitor = monitor
        $0.settings.live.device = programs
      }
      try session.arm(0)
      defer { session.shutDown() }
      return session.snapshot(0).grant?.wakeFrames
    }
    #expect(try wakeFrames(nil) == 2560)
    #expect(try wakeFrames(nil, programs: "hw:CARD=Pinna") == 256)
    #expect(try wakeFrames(MonitorConfiguration(device: "hw:9")) == 256)
    var tones = MonitorConfiguration(device: "hw:9")
    (tones.playsSound, tones.playsTones) = (false, true)
    #expect(try wakeFrames(tones) == 2560)
  }

  @Test("headphones that are refused are told once and tried every second; the take goes on")
  func refused() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let playback = SimulatedPlayback()
    let busy = PlaybackFault.busy(device: "hw:9", holder: "a player")
    playback.refuse(busy)
    let session = try Self.session(device, folder, playback: playback) {
      $0.monitor = MonitorConfiguration(device: "hw:9")
    }
    try session.arm(0)
    try session.startTake(0)
    var told: [SessionEvent] = []
    func tick(_ now: Double) {
      session.tick(now)
      told += session.drainEvents()
    }
    for step in 0..<30 { tick(Double(step) * 0.1) }
    #expect(told.filter { $0 == .monitorFault(.device(busy)) }.count == 1)
    #expect(session.playbackGrant == nil)
    playback.refuse(nil)
    tick(3.5)
    tick(4.1)
    #expect(session.playbackGrant?.channels == 2)
    #expect(session.snapshot(4.1).playback == session.playbackGrant)
    playback.unplug()
    while session.playbackGrant != nil { tick(4.2) }
    #expect(told.contains(.monitorFault(.ended(device: "hw:9", .disconnected))))
    #expect(session.progress != nil)
    tick(5.3)
    #expect(session.playbackGrant != nil)
    session.shutDown()
    #expect(session.playbackGrant == nil)
  }

  @Test("a device for programs that is absent, comes, and goes leaves headphones and take alone")
  func programs() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let (playback, programs) = (SimulatedPlayback(), SimulatedPlayback())
    let absent = PlaybackFault.absent(device: "hw:CARD=Pinna")
    programs.refuse(absent)
    let session = try Self.session(device, folder, playback: playback, programs: programs) {
      $0.monitor = MonitorConfiguration(device: "hw:9")
      $0.settings.live.device = "hw:CARD=Pinna"
    }
    try session.arm(0)
    try session.startTake(0)
    var told: [SessionEvent] = []
    func tick(_ now: Double) {
      session.tick(now)
      told += session.drainEvents()
    }
    for step in 0..<30 { tick(Double(step) * 0.1) }
    #expect(told.filter { $0 == .programsFault(.device(absent)) }.count == 1)
    #expect(session.programsGrant == nil && session.playbackGrant != nil)
    programs.refuse(nil)
    tick(4.1)
    // Calmer than headphones: a thread that is late makes no hole.
    #expect(session.playbackGrant?.period == 256 && session.programsGrant?.period == 480)
    #expect(session.snapshot(4.1).programs == session.programsGrant)
    programs.unplug()
    while session.programsGrant != nil { tick(4.2) }
    #expect(told.contains(.programsFault(.ended(device: "hw:CARD=Pinna", .disconnected))))
    playback.unplug()
    tick(5.3)
    while session.playbackGrant != nil { tick(5.4) }
    // It came back while the headphones went.
    #expect(session.programsGrant != nil && session.progress != nil)
    let started = told.filter { if case .monitorStarted = $0 { true } else { false } }
    #expect(started.count == 1)
    session.shutDown()
    #expect(session.programsGrant == nil)
  }

  @Test("a session that cannot play says so once")
  func unavailable() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, folder) {
      $0.monitor = MonitorConfiguration(device: "hw:9")
    }
    try session.arm(0)
    for step in 0..<50 { session.tick(Double(step) * 0.1) }
    #expect(session.drainEvents().filter { $0 == .monitorFault(.unavailable) }.count == 1)
    session.shutDown()
  }

  @Test("a snapshot shows how full pre-roll and ring are, and what was granted")
  func snapshot() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, folder) { _ in }
    var shown = session.snapshot(0)
    #expect(shown.state == .idle && shown.grant == nil && shown.channels.isEmpty)
    try session.arm(0)
    device.letRun(until: 24000)
    while session.capturedFrames < 24000 { letOthersRun() }
    session.tick(0.5)
    shown = session.snapshot(0.5)
    #expect(shown.state == .armed)
    #expect(shown.preRollSeconds == 0.5 && shown.preRollSecondsWanted == 1)
    #expect(shown.channels.count == 2 && shown.channels[0].peak > 0)
    #expect(shown.grant?.rate == 48000)
    #expect(shown.ringSeconds >= 6.5)
    #expect(shown.gapCount == 0 && shown.ringFill == 0)
    #expect(shown.which == Board.Case(dataSource: 0, orientation: .portrait))
    device.letRun(until: 96000)
    while session.capturedFrames < 96000 { letOthersRun() }
    #expect(session.snapshot(2).preRollSeconds == 1)
    session.shutDown()
  }

  @Test("threads have names that a system's tools show")
  func names() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 2, frames: .max)
    let session = try Self.session(device, folder) { _ in }
    try session.arm(0)
    try session.startTake(0)
    // A thread names itself when it begins to run.
    let wanted = ["capture", "render", "writer", "sync"].map { "pinna-\($0)" }
    while !Set(wanted).isSubset(of: Self.threadNames()) { letOthersRun() }
    session.shutDown()
  }

  private static func threadNames() -> Set<String> {
    guard let tasks = opendir("/proc/self/task") else { return [] }
    defer { closedir(tasks) }
    var names: Set<String> = []
    while let entry = readdir(tasks) {
      let task = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let file = fopen("/proc/self/task/\(task)/comm", "r") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 64)
      if fgets(&line, 64, file) != nil {
        names.insert(
          String(
            decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self))
      }
    }
    return names
  }
}

@Suite("Headphones of the settings") struct MonitorSettingsTests {
  private func configuration(_ text: String, playback: Playback?) throws -> SessionConfiguration {
    var board = Board(
      id: "two", name: "Two", source: "made for tests",
      capture: Capture(device: "none", channels: 2), microphones: [], dataSources: [])
    board.playback = playback
    return try SessionConfiguration(Settings.load(text: text, name: "pinna.toml"), board: board)
  }

  @Test("sound and tones are asked for one by one, on the device of the board")
  func asked() throws {
    let playback = Playback(device: "hw:CARD=phones")
    #expect(try configuration("", playback: playback).monitor == nil)
    let tones = try configuration("monitor.tones = true\nmonitor.volume = -6", playback: playback)
    var expected = MonitorConfiguration(device: "hw:CARD=phones")
    (expected.playsSound, expected.playsTones, expected.volumeDecibels) = (false, true, -6)
    #expect(tones.monitor == expected)
    let both = try configuration("monitor.tones = true\nmonitor.enabled = true", playback: playback)
    #expect(both.monitor?.playsSound == true && both.monitor?.playsTones == true)
    #expect(try configuration("take.restart = true", playback: nil).settings.take.restart)
  }

  @Test(
    "a board without headphones says which board, and what to add", arguments: ["enabled", "tones"])
  func absent(key: String) throws {
    do {
      _ = try configuration("monitor.\(key) = true", playback: nil)
      Issue.record("no error")
    } catch let error as UnavailableSetting {
      #expect(
        error.description
          == "monitor.\(key) = true: the board two does not name a device for headphones; add [playback] "
          + "with device = \"hw:CARD=NAME\" to the board file, or use false")
    }
  }
}
