import Beamforming
import Boards
import Glibc
import Synchronization
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// A recorder whose clock a test sets.
private final class ClockedRecorder {
  /// The clock: its time at the start, its source, and the seconds for which the computer slept.
  struct Clock: Sendable {
    var start = 1_795_132_800.0
    var source = ClockQuality.Source.ntp
    var slept = 0.0
    var isSet = true
    /// Seconds by which a pulse says that it is ahead, where there is one.
    var ahead: Double?
  }

  let clock = Box()
  let session: Session
  private(set) var events: [SessionEvent] = []
  private(set) var now = 0.0
  private let device = CountingDevice(channels: 2, frames: .max)
  private let folder: TemporaryDirectory

  /// A value that two threads look at.
  final class Box: Sendable {
    let value = Mutex(Clock())
  }

  /// - Parameter settings: further settings, as a file has them.
  init(_ settings: String = "", clock first: Clock = Clock()) throws {
    folder = try TemporaryDirectory()
    let clock = clock
    clock.value.withLock { $0 = first }
    var configuration = try SessionConfiguration(
      Settings.load(text: settings, name: "pinna.toml"), board: HeldRecorder.board)
    configuration.settings.take.directory = folder.path
    configuration.pattern = .omni
    configuration.form.preRollSeconds = 0
    configuration.reportsSlowStorage = false
    var machine = Machine(
      capture: device, hands: TestHands(), storage: PlainStorage(),
      wallTime: { now in
        clock.value.withLock { clock in
          var time = WallTime(epochSeconds: clock.start + clock.slept + now, isSet: clock.isSet)
          time.epochSeconds -= clock.ahead ?? 0
          time.isByPulse = clock.ahead != nil
          return time
        }
      })
    machine.clockQuality = {
      ClockQuality(
        clock.value.withLock { $0.ahead != nil ? .pps : $0.isSet ? $0.source : .unset })
    }
    machine.sleptSeconds = { clock.value.withLock { $0.slept } }
    session = try Session(
      configuration: configuration,
      filters: FilterStore(
        board: HeldRecorder.board, ears: .sphere, settings: DesignSettings(taps: 64),
        cacheDirectory: nil),
      machine: machine)
    try session.arm(0)
  }

  deinit { session.shutDown() }

  func set(_ change: (inout Clock) -> Void) { clock.value.withLock { change(&$0) } }

  func wait(_ seconds: Double) {
    for _ in 0..<Int((seconds * 20).rounded()) {
      now += 0.05
      device.letRun(until: Int(now * 48000))
      device.catchUp()
      session.tick(now)
      events += session.drainEvents()
    }
  }

  /// Ends the take and reads its file.
  func finish() throws -> TakeFile {
    session.shutDown(end: .stopped)
    events += session.drainEvents()
    let take = try #require(
      events.compactMap { if case .takeFinished(let take) = $0 { take } else { nil } }.last)
    return try TakeFile.read(path: try #require(take.files.first))
  }

  var isRecording: Bool { if case .recording = session.state { true } else { false } }
}

/// Where the time comes from, and what is done with it.
@Suite("The source of the clock") struct ClockSessionTests {
  private static let schedule = """
    [[schedule]]
    at = "2026-11-20 00:00:02"
    duration = "60 s"

    """

  private static func clock(_ source: ClockQuality.Source) -> ClockedRecorder.Clock {
    var clock = ClockedRecorder.Clock()
    clock.source = source
    return clock
  }

  @Test(
    "one that was kept over power off, or that nobody knows, is told and starts no take",
    arguments: [ClockQuality.Source.kept, .unknown])
  func doubtful(source: ClockQuality.Source) throws {
    let recorder = try ClockedRecorder(Self.schedule, clock: Self.clock(source))
    recorder.wait(4)
    #expect(!recorder.isRecording)
    #expect(recorder.events.filter { $0 == .clock(ClockQuality(source)) }.count == 1)
    #expect(recorder.events.filter { $0 == .scheduleWaitsForClock }.count == 1)
    let snapshot = recorder.session.snapshot(recorder.now)
    #expect(snapshot.clock?.warning != nil && snapshot.isScheduleWaiting)
    #expect(recorder.session.lightState.isWarning)
    // A hand starts one all the same, and its file says what the clock was.
    try recorder.session.startTake(recorder.now)
    recorder.wait(1)
    #expect(try recorder.finish().metadata.clock?.source == source)
  }

  @Test(
    "the settings may trust one source, and others start takes by themselves",
    arguments: [
      (ClockQuality.Source.kept, ["kept"], true), (.unknown, ["kept"], false),
      (.unknown, ["kept", "unknown"], true), (.kept, ["unknown"], false), (.rtc, [], true),
      (.ntp, [], true), (.gps, [], true),
    ])
  func trusted(source: ClockQuality.Source, trust: [String], starts: Bool) throws {
    let words = trust.map { "\"\($0)\"" }.joined(separator: ", ")
    let recorder = try ClockedRecorder(
      "[clock]\ntrust = [\(words)]\n" + Self.schedule, clock: Self.clock(source))
    recorder.wait(3)
    #expect(recorder.isRecording == starts)
    #expect(recorder.session.lightState.isWarning == !starts)
  }

  @Test("when a network sets it, the take that should be running is made")
  func synchronised() throws {
    var clock = Self.clock(.kept)
    // The power was off for two hours.
    clock.start -= 7200
    let recorder = try ClockedRecorder(Self.schedule, clock: clock)
    recorder.wait(1)
    recorder.set {
      $0.start += 7200 + 10
      $0.source = .ntp
    }
    recorder.wait(1)
    #expect(recorder.isRecording && recorder.events.contains(.clockSet(by: 7210)))
    #expect(recorder.events.contains(.clock(ClockQuality(.ntp))))
    let file = try recorder.finish()
    #expect(file.metadata.clock?.source == .ntp && file.metadata.notes.isEmpty)
  }

  @Test("date, GUANO and bext of a take follow a clock that is set inside it")
  func setInside() throws {
    var clock = Self.clock(.kept)
    clock.start -= 86_400
    let recorder = try ClockedRecorder(clock: clock)
    recorder.wait(1)
    try recorder.session.startTake(recorder.now)
    recorder.wait(2)
    recorder.set {
      $0.start += 86_400
      $0.source = .ntp
    }
    recorder.wait(1)
    let file = try recorder.finish()
    // 2026-11-20 00:00:01, a second after the start.
    #expect(file.metadata.date.text == "2026-11-20 00:00:01")
    #expect(file.metadata.timeReference == 48_000)
    #expect(file.metadata.clock?.source == .ntp && file.metadata.utcOffsetSeconds == 0)
    #expect(file.metadata.notes == ["the clock was set during the take"])
    // The name is that of its beginning.
    #expect(file.fileName.hasPrefix("20261119_000001_"))
    let bytes = try #require(ChildProcess.run(["cat", file.path])).output
    #expect(bytes.contains("Timestamp: 2026-11-20T00:00:01."))
    #expect(bytes.contains("2026-11-2000:00:01"))
    #expect(!bytes.contains("2026-11-19"))
  }

  @Test(
    "a take of a clock that was not set gets its date when it is, and a correction changes none")
  func firstSet() throws {
    var clock = Self.clock(.ntp)
    (clock.start, clock.isSet) = (1000, false)
    let recorder = try ClockedRecorder(clock: clock)
    recorder.wait(1)
    try recorder.session.startTake(recorder.now)
    recorder.wait(1)
    recorder.set {
      $0.isSet = true
      $0.start = 1_795_132_800
    }
    recorder.wait(1)
    // By half a second, and by a computer that slept: neither is a clock that was set.
    recorder.set { $0.start += 0.5 }
    recorder.wait(0.5)
    recorder.set { $0.slept += 3600 }
    recorder.wait(0.5)
    #expect(recorder.events.count { if case .clockSet = $0 { true } else { false } } == 1)
    let file = try recorder.finish()
    #expect(file.metadata.isClockSet && file.metadata.date.text == "2026-11-20 00:00:01")
  }

  @Test(
    "a take says whether the pulse per second lasted as long as it did", arguments: [true, false])
  func pulse(lasts: Bool) throws {
    var clock = Self.clock(.ntp)
    clock.ahead = 0.020
    let recorder = try ClockedRecorder(clock: clock)
    recorder.wait(1)
    try recorder.session.startTake(recorder.now)
    recorder.wait(2)
    if !lasts { recorder.set { $0.ahead = nil } }
    recorder.wait(1)
    #expect(recorder.session.snapshot(recorder.now).clock?.source == (lasts ? .pps : .ntp))
    // One that comes back mends nothing of what was.
    recorder.set { $0.ahead = 0.020 }
    recorder.wait(1)
    let file = try recorder.finish()
    #expect(file.metadata.clock?.source == (lasts ? .pps : .ntp))
    let note =
      "the pulse per second was lost during the take: later times come from the clock alone"
    #expect(file.metadata.notes == (lasts ? [] : [note]))
  }

  @Test("times by a pulse and times without it are not mixed")
  func pulseComes() throws {
    let recorder = try ClockedRecorder(clock: Self.clock(.ntp))
    recorder.wait(25)
    recorder.set { $0.ahead = 0.020 }
    recorder.wait(6)
    let press = recorder.now
    try recorder.session.startTake(press)
    recorder.wait(1)
    let pairs = try #require(try recorder.finish().metadata.clockPairs)
    let off = Double(pairs.start) / 1e6 - 1_795_132_800 - (press - 0.020)
    #expect(abs(off) < 1e-4 && pairs.error < 100)
  }

  @Test(
    "times from before a jump of the clock are not mixed with later ones, however the jump came",
    arguments: [0.3, -0.05], [0.0, 3600])
  func jump(corrected: Double, slept: Double) throws {
    let recorder = try ClockedRecorder(clock: Self.clock(.ntp))
    recorder.wait(25)
    recorder.set {
      $0.start += corrected
      $0.slept += slept
    }
    recorder.wait(6)
    let press = recorder.now
    try recorder.session.startTake(press)
    recorder.wait(1)
    let pairs = try #require(try recorder.finish().metadata.clockPairs)
    let off = Double(pairs.start) / 1e6 - 1_795_132_800 - (press + corrected + slept)
    #expect(abs(off) < 1e-4 && pairs.error < 100)
  }

  @Test("a clock that is set forward by years tells what it passed in one line")
  func years() throws {
    let recorder = try ClockedRecorder("[[schedule]]\nat = \"05:30\"\nduration = \"1 min\"\n")
    recorder.wait(1)
    recorder.set { $0.start += 18 * 365.25 * 86_400 }
    recorder.wait(1)
    let told = recorder.events.filter {
      switch $0 {
      case .scheduleMissed, .scheduleRefused: true
      default: false
      }
    }
    #expect(told.count == 1)
    guard case .scheduleMissed(let count, let last) = told.first else {
      Issue.record("\(told)")
      return
    }
    #expect((6574...6576).contains(count) && last.start.text == "2044-11-19 05:30:00")
  }
}
