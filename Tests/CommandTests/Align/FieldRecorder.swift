import Beamforming
import Boards
import Glibc
import LinuxBoard
import Realtime
import Recorder
import Synchronization
import TakeFiles
import TestSupport
import Testing

/// The errors of a recorder in the field.
struct FieldErrors: Sendable {
  /// Parts in a million by which its card is fast.
  var card: Double
  /// Seconds by which its clock is ahead when time begins.
  var ahead: Double
  /// Parts in a million by which its clock is fast, while a program keeps it in step.
  var clock: Double
  /// Seconds after which it is switched on.
  var on: Double

  /// Seconds since 1970 at which time begins.
  static let begin = 1_795_132_800

  /// Seconds by which the clock is ahead: it wanders around its line.
  func ahead(_ now: Double) -> Double {
    ahead + clock * 1e-6 * now + 200e-6 * sin(now / 150)
  }
}

/// A recorder in virtual time: the session, its capture by a card of its own, and a clock that a pulse corrects.
///
/// There is a soft click at each second of the true time.
final class FieldRecorder {
  let errors: FieldErrors
  let path: String
  private let session: Session
  private let card: FieldCard
  private let pulse: String
  private var now: Double
  private var takes: [TakeResult] = []
  /// Frames per second, as the card states them.
  static let rate = 8000
  /// Seconds between two looks of the session.
  private static let tick = 0.2

  /// A recorder that is switched on.
  init(_ name: String, _ errors: FieldErrors, in folder: String) throws {
    self.errors = errors
    (path, pulse) = ("\(folder)/\(name)", "\(folder)/\(name).assert")
    mkdir(path, 0o755)
    now = errors.on
    card = FieldCard(errors, rate: Self.rate)
    var configuration = SessionConfiguration(board: Self.board, directory: path)
    configuration.pattern = .omni
    (configuration.form.preRollSeconds, configuration.form.keepsRaw) = (0, true)
    configuration.form.samples = .s16
    configuration.reportsSlowStorage = false
    var machine = Machine(
      capture: card, hands: NoHands(), storage: PlainStorage(),
      wallTime: {
        WallTime(epochSeconds: Double(FieldErrors.begin) + $0 + errors.ahead($0))
      })
    machine.clockQuality = { ClockQuality(.ntp, errorSeconds: 0.05) }
    let clock = FieldClock(now)
    machine.clock = clock
    machine.follow(PulseClock(pulse))
    self.clock = clock
    session = try Session(
      configuration: configuration,
      filters: FilterStore(
        board: Self.board, ears: .sphere, settings: DesignSettings(rate: Self.rate, taps: 64),
        cacheDirectory: nil), machine: machine)
    try session.arm(now)
  }

  deinit { session.shutDown() }

  private let clock: FieldClock

  /// Lets so many seconds pass.
  func wait(_ seconds: Double) {
    for _ in 0..<Int((seconds / Self.tick).rounded()) {
      let before = Int(now.rounded(.down))
      now += Self.tick
      clock.set(now)
      if Int(now.rounded(.down)) > before { edge(before + 1) }
      card.letRun(until: now)
      session.tick(now)
      takes += session.drainEvents().compactMap {
        if case .takeFinished(let take) = $0 { take } else { nil }
      }
      while session.unwrittenFrames > 4 * Self.rate { letOthersRun() }
    }
  }

  /// Leaves the edge of a second where the kernel does; one in nine is late, because the processor was busy.
  private func edge(_ second: Int) {
    let late = Double(second * 7 % 5) * 1e-6 + (second % 9 == 0 ? 300e-6 : 0)
    let shown = errors.ahead(Double(second)) + late
    let whole = shown.rounded(.down)
    let digits = "\(Int((shown - whole) * 1e9) + 1_000_000_000)".dropFirst()
    let text = "\(FieldErrors.begin + second + Int(whole)).\(digits)#\(second)\n"
    let file = open(pulse, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = text.withCString { write(file, $0, strlen($0)) }
    close(file)
  }

  /// Makes a take of so many seconds.
  func take(_ seconds: Double) throws -> TakeResult {
    try session.startTake(now)
    wait(seconds)
    try session.stopTake()
    while takes.isEmpty {
      letOthersRun()
      wait(Self.tick)
    }
    return takes[0]
  }

  /// Seconds of the true time, after its beginning, at a frame of a take.
  func seconds(_ take: TakeResult, at frame: Int) -> Double {
    card.seconds(at: take.timelineStart + frame)
  }

  private static let board: Board = {
    let source = DataSource(
      name: "Back", orientation: .back, forward: DeviceFace.back.direction, patterns: [.omni],
      microphones: [0, 1])
    return Board(
      id: "field", name: "Field", source: "made for tests",
      capture: Capture(device: "none", channels: 2, format: .s16, rate: rate),
      microphones: [
        Microphone(name: "L", channel: 0, position: Vector3(-0.01, 0, 0.005)),
        Microphone(name: "R", channel: 1, position: Vector3(0.01, 0, -0.005)),
      ], dataSources: [source])
  }()
}

/// A control clock that a test moves.
private final class FieldClock: BoardClock {
  private let seconds: Mutex<Double>

  init(_ now: Double) { seconds = Mutex(now) }

  func set(_ now: Double) { seconds.withLock { $0 = now } }
  func now() -> Double { seconds.withLock { $0 } }
  func wait(seconds: Double) {}
}

/// No contacts and no sensor.
private final class NoHands: HandPort {
  func pollContacts() -> [ContactEvent] { [] }
  func motion() -> MotionReading? { nil }
}

/// A card with a clock of its own, whose frames hear a click at each second of the true time.
private final class FieldCard: CapturePort {
  private let errors: FieldErrors
  private let speed: Double
  private let limit = Atomic<Int>(0)
  private let given = Atomic<Int>(0)

  init(_ errors: FieldErrors, rate: Int) {
    self.errors = errors
    speed = Double(rate) * (1 + errors.card * 1e-6)
  }

  /// Seconds of the true time at a frame.
  func seconds(at frame: Int) -> Double { errors.on + Double(frame) / speed }

  /// Gives the frames up to a time.
  func letRun(until now: Double) {
    let end = Int(((now - errors.on) * speed).rounded(.down))
    limit.store(end, ordering: .releasing)
    while given.load(ordering: .acquiring) < end { letOthersRun() }
  }

  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    CaptureGrant(
      channels: request.channels, format: .s16, rate: request.rate, period: request.period,
      buffer: request.period, wakeFrames: request.wakeFrames)
  }

  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd {
    var place = 0
    var words: [Int16] = []
    while !stop.isRaised {
      let count = min(400, limit.load(ordering: .acquiring) - place)
      guard count > 0 else {
        letOthersRun()
        continue
      }
      words.removeAll(keepingCapacity: true)
      for frame in place..<(place + count) {
        let word = sample(frame).littleEndian
        words += [word, word]
      }
      // The kernel stamps up to 40 us late, and now and then a millisecond.
      let late = Double(place * 13 % 41) * 1e-6 + (place % 17 == 0 ? 1e-3 : 0)
      let stamp = seconds(at: place + count) + late
      inlet.noteWake(time: stamp + 1e-3, stamp: stamp, waiting: count)
      words.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { inlet.ingest(source, frames: count) }
      }
      place += count
      given.store(place, ordering: .releasing)
    }
    return .stopped
  }

  /// Noise of some steps, and a bell of 2 ms around each second.
  private func sample(_ frame: Int) -> Int16 {
    let noise = Int16(truncatingIfNeeded: (frame &* 2_654_435_761) >> 13 & 7) - 3
    let away = seconds(at: frame).remainder(dividingBy: 1)
    guard abs(away) < 0.01 else { return noise }
    return noise + Int16(16384 * exp(-away * away / 2e-6))
  }

  func close() {}
}
