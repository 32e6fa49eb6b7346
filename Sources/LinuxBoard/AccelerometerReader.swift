import Boards
import Recorder
import Synchronization

/// Reads an accelerometer on its own thread and keeps the last reading.
///
/// The thread has ordinary priority, and `deinit` ends it. `deinit` then waits for a transfer in progress: at most 50
/// ms on a working bus, and up to the kernel driver's time-out (1 s by default) on a hanging bus.
///
/// - Thread: any.
final class AccelerometerReader: Sendable {
  /// The state that the reading thread publishes.
  private struct State {
    var sensor = SensorState()
    var isOver = false
  }

  /// The object that the reading thread and its owner share.
  private final class Board: Sendable {
    let state = Mutex(State())
  }

  private let board = Board()
  private let thread: Mutex<Thread>
  private let hasAwaited = Atomic(false)

  /// Starts the reading thread.
  ///
  /// - Throws: ``HardwareProblem`` if the chip is unknown, or if the system has no free thread.
  init(_ accelerometer: Accelerometer) throws(HardwareProblem) {
    guard let chip = AccelerometerChip.named(accelerometer.chip) else {
      throw HardwareProblem.unknownChip(accelerometer)
    }
    let board = board
    do throws(SessionFault) {
      let thread = try Thread(name: "motion") {
        Self.run(accelerometer, AccelerometerDriver(chip: chip, mount: accelerometer.mount), board)
      }
      self.thread = Mutex(thread)
    } catch {
      throw HardwareProblem(
        what: "accelerometer \(accelerometer.chip)", place: "I2C bus \(accelerometer.bus)",
        reason: "\(error)", remedy: "end other programs and start again")
    }
  }

  deinit {
    board.state.withLock { $0.isOver = true }
    thread.withLock { $0.join() }
  }

  /// The last good reading; `nil` if it is more than `seconds` old.
  func latest(_ now: Double, within seconds: Double) -> MotionReading? {
    board.state.withLock { state in
      guard let reading = state.sensor.reading, now - reading.time <= seconds else { return nil }
      return reading
    }
  }

  /// Waits for the sensor's first reading or failure, for at most `seconds`; only the first call waits.
  func awaitFirstAnswer(seconds: Double) {
    guard !hasAwaited.exchange(true, ordering: .relaxed) else { return }
    let end = MonotonicClock.now() + seconds
    while !board.state.withLock({ $0.sensor.reading != nil || $0.sensor.status?.problem != nil }) {
      guard MonotonicClock.now() < end else { return }
      pause(milliseconds: 2)
    }
  }

  /// The identity and the problem of the chip; `nil` until the chip has been asked.
  var status: SensorStatus? { board.state.withLock { $0.sensor.status } }

  private static func run(
    _ accelerometer: Accelerometer, _ first: AccelerometerDriver, _ board: Board
  ) {
    var driver = first
    var bus: I2CBus?
    while !board.state.withLock({ $0.isOver }) {
      let now = MonotonicClock.now()
      if now >= driver.dueAt { step(accelerometer, &driver, &bus, now, board) }
      // The pause is short enough for the thread to notice soon that it must end; 20 checks per second have no
      // measurable cost.
      let rest = min(driver.dueAt - MonotonicClock.now(), AccelerometerDriver.periodSeconds)
      pause(milliseconds: max(1, Int((rest * 1000).rounded(.up))))
    }
  }

  private static func step(
    _ accelerometer: Accelerometer, _ driver: inout AccelerometerDriver, _ bus: inout I2CBus?,
    _ now: Double, _ board: Board
  ) {
    // The thread does not hold the lock during the transfer, which may take a second.
    var sensor = board.state.withLock { $0.sensor }
    do throws(AccelerometerFault) {
      let open = try opened(&bus, accelerometer, &driver, now)
      // After a failure, the thread reopens the bus, because the bus may have vanished together with
      // its adapter.
      if !sensor.read(accelerometer, &driver, on: open, now) { bus = nil }
    } catch {
      sensor.fail(error, accelerometer)
    }
    board.state.withLock { $0.sensor = sensor }
  }

  private static func opened(
    _ bus: inout I2CBus?, _ accelerometer: Accelerometer, _ driver: inout AccelerometerDriver,
    _ now: Double
  ) throws(AccelerometerFault) -> I2CBus {
    if let bus { return bus }
    do throws(BusFault) {
      let fresh = try I2CBus(number: accelerometer.bus, address: accelerometer.address)
      bus = fresh
      return fresh
    } catch {
      driver.fail(now)
      throw .bus(error)
    }
  }
}
