import Boards
import CLines
import Recorder
import Synchronization

/// The contacts and the accelerometer of a board.
///
/// A part that cannot be opened is a value in ``problems`` and does not keep other parts from working. Lines are tried
/// again from time to time, and so is a sensor that does not answer.
///
/// - Thread: control; ``problems`` may be read by any.
package final class LinuxHands: HandPort {
  /// Seconds between two tries to open a line that cannot be used.
  static let retrySeconds = 5.0
  /// Seconds without a good reading after which the accelerometer counts as silent.
  static let silentSeconds = 1.0
  /// The most seconds that the first call for a reading waits for a sensor that is still being set up.
  static let firstAnswerSeconds = 0.3

  private let board: Board
  private let state = Mutex(State())

  /// The parts that are open.
  private struct State {
    var lines: [ContactLine]?
    /// Events of lines that were given away.
    var partings: [ContactEvent] = []
    var sensor = Sensor.closed
  }

  private enum Sensor {
    /// It was not asked for yet, or there is none.
    case closed
    /// It is read.
    case read(AccelerometerReader)
    /// It cannot be read.
    case unusable(HardwareProblem)
  }

  /// The hands of a board; nothing is open yet.
  package init(board: Board) { self.board = board }

  /// Opens lines and sensor now, as far as they can be opened, and not at first use.
  package func open() {
    // The sensor comes first, because it works on a thread of its own while the lines are opened.
    _ = reader()
    state.withLock { _ = lines(&$0, MonotonicClock.now()) }
  }

  /// The parts of the hands that cannot be used now.
  package var problems: [HardwareProblem] {
    let lines = state.withLock { $0.lines?.compactMap(\.problem) ?? [] }
    return lines + [sensorStatus()?.problem].compactMap { $0 }
  }

  // MARK: Contacts

  /// Returns the events of the contacts since the last call, with the times of the kernel.
  package func pollContacts() -> [ContactEvent] {
    let now = MonotonicClock.now()
    return state.withLock { state in
      defer { state.partings = [] }
      return state.partings + lines(&state, now).flatMap { $0.poll(now) }
    }
  }

  /// Gives all lines to another program, or opens them again; the accelerometer may be read by both.
  package func lend(_ isLent: Bool) {
    let now = MonotonicClock.now()
    state.withLock { state in
      state.partings += (state.lines ?? []).map { $0.parting(now) }
      state.lines = isLent ? [] : nil
    }
  }

  /// Waits for `seconds` at most; returns early when a contact moves, or on a signal.
  ///
  /// - Parameter other: a further descriptor that ends the wait when it can be read.
  package func wait(seconds: Double, other: Int32? = nil) {
    var descriptors = state.withLock { $0.lines?.compactMap(\.descriptor) ?? [] }
    if let other { descriptors.append(other) }
    let nanoseconds = Int64(max(0, min(seconds, 3600)) * 1e9)
    // An edge, the end of the time and a signal are all the same to the caller: it looks at everything anew.
    _ = pinna_lines_wait(descriptors, Int32(descriptors.count), nanoseconds)
  }

  private func lines(_ state: inout State, _ now: Double) -> [ContactLine] {
    if let lines = state.lines { return lines }
    let lines = Contact.allCases.compactMap { ContactLine($0, of: board, now) }
    state.lines = lines
    return lines
  }

  // MARK: The accelerometer

  /// The last reading; `nil` when there is no sensor or its last good reading is older than a second.
  ///
  /// The sensor is read on a thread of its own, 20 times a second, because a bus that hangs blocks its caller for as
  /// long as the kernel's driver waits (1 s for each transfer unless the driver says otherwise). So this never waits,
  /// except for the first time: a sensor needs 0.1 s before it can answer, and is not silent when it was only just
  /// turned on.
  package func motion() -> MotionReading? {
    guard let reader = reader() else { return nil }
    reader.awaitFirstAnswer(seconds: Self.firstAnswerSeconds)
    return reader.latest(MonotonicClock.now(), within: Self.silentSeconds)
  }

  /// The identity of the sensor and its problem; `nil` while it has not answered.
  package func sensorStatus() -> SensorStatus? {
    switch state.withLock({ $0.sensor }) {
    case .closed: nil
    case .read(let reader): reader.status
    case .unusable(let problem): SensorStatus(.silent, problem: problem)
    }
  }

  /// The reader, which begins to read when it is asked for.
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

  /// Closes lines and sensor; waits for a transfer that is under way.
  package func release() { state.withLock { $0 = State() } }
}
