import Boards
import CLines
import Recorder
import Synchronization

/// The contacts and the accelerometer of a board.
///
/// A part that cannot be opened is a value in ``problems`` and does not keep other parts from working. Lines, and a
/// sensor that does not answer, are retried from time to time.
///
/// - Thread: control; ``problems`` may be read by any.
package final class LinuxHands: HandPort {
  /// Seconds between two attempts to open an unusable line.
  static let retrySeconds = 5.0
  /// Seconds without a good reading after which the accelerometer counts as silent.
  static let silentSeconds = 1.0
  /// The longest wait in seconds, in the first call for a reading, for a sensor still being set up.
  static let firstAnswerSeconds = 0.3

  private let board: Board
  private let state = Mutex(State())

  /// The open parts.
  private struct State {
    var lines: [ContactLine]?
    /// Events of lent lines.
    var partings: [ContactEvent] = []
    var sensor = Sensor.closed
  }

  private enum Sensor {
    /// It has not been needed yet, or there is none.
    case closed
    /// It is being read.
    case read(AccelerometerReader)
    /// It cannot be read.
    case unusable(HardwareProblem)
  }

  /// The hands of a board, not open yet.
  package init(board: Board) { self.board = board }

  /// Opens lines and sensor now, as far as possible, instead of at first use.
  package func open() {
    // The sensor comes first, because its own thread works while the lines are opened.
    _ = reader()
    state.withLock { _ = lines(&$0, MonotonicClock.now()) }
  }

  /// The parts of the hands that are unusable now.
  package var problems: [HardwareProblem] {
    let lines = state.withLock { $0.lines?.compactMap(\.problem) ?? [] }
    return lines + [sensorStatus()?.problem].compactMap { $0 }
  }

  // MARK: Contacts

  /// Returns the events of the contacts since the last call, with the kernel's times.
  package func pollContacts() -> [ContactEvent] {
    let now = MonotonicClock.now()
    return state.withLock { state in
      defer { state.partings = [] }
      return state.partings + lines(&state, now).flatMap { $0.poll(now) }
    }
  }

  /// Lends all lines to another program, or opens them again; both may read the accelerometer.
  package func lend(_ isLent: Bool) {
    let now = MonotonicClock.now()
    state.withLock { state in
      state.partings += (state.lines ?? []).map { $0.parting(now) }
      state.lines = isLent ? [] : nil
    }
  }

  /// Waits for at most `seconds`; returns early when a contact moves, or on a signal.
  ///
  /// - Parameter other: a further descriptor that ends the wait when it becomes readable.
  package func wait(seconds: Double, other: Int32? = nil) {
    var descriptors = state.withLock { $0.lines?.compactMap(\.descriptor) ?? [] }
    if let other { descriptors.append(other) }
    let nanoseconds = Int64(max(0, min(seconds, 3600)) * 1e9)
    // An edge, the time-out and a signal are all the same to the caller: it looks at everything again.
    _ = pinna_lines_wait(descriptors, Int32(descriptors.count), nanoseconds)
  }

  private func lines(_ state: inout State, _ now: Double) -> [ContactLine] {
    if let lines = state.lines { return lines }
    let lines = Contact.allCases.compactMap { ContactLine($0, of: board, now) }
    state.lines = lines
    return lines
  }

  // MARK: The accelerometer

  /// The last reading; `nil` if there is no sensor or its last good reading is older than a second.
  ///
  /// The sensor is read on its own thread, 20 times a second, because a hanging bus blocks its caller until the kernel
  /// driver's time-out (1 s per transfer unless the driver says otherwise). So this never waits, except the first time:
  /// a sensor needs 0.1 s before it can answer, and is not silent just because it was only turned on.
  package func motion() -> MotionReading? {
    guard let reader = reader() else { return nil }
    reader.awaitFirstAnswer(seconds: Self.firstAnswerSeconds)
    return reader.latest(MonotonicClock.now(), within: Self.silentSeconds)
  }

  /// The identity and the problem of the sensor; `nil` while it has not answered.
  package func sensorStatus() -> SensorStatus? {
    switch state.withLock({ $0.sensor }) {
    case .closed: nil
    case .read(let reader): reader.status
    case .unusable(let problem): SensorStatus(.silent, problem: problem)
    }
  }

  /// The reader, which starts on first use.
  private func reader() -> AccelerometerReader? {
    guard let accelerometer = board.accelerometer else { return nil }
    return state.withLock { state in
      if case .closed = state.sensor { state.sensor = Self.start(accelerometer) }
      if case .read(let reader) = state.sensor { return reader }
      return nil
    }
  }

  private static func start(_ accelerometer: Accelerometer) -> Sensor {
    do throws(HardwareProblem) {
      return .read(try AccelerometerReader(accelerometer))
    } catch {
      return .unusable(error)
    }
  }

  // MARK: The end

  /// Closes lines and sensor; waits for a transfer in progress.
  package func release() { state.withLock { $0 = State() } }
}
