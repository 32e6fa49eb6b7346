import Boards
import CLines
import Recorder
import Synchronization

/// The contacts and the accelerometer of a board.
///
/// ``problems`` lists each part that cannot be opened; the other parts still work. The port retries unusable lines, and
/// a sensor that does not answer, from time to time.
///
/// - Thread: control; any thread may read ``problems``.
package final class LinuxHands: HandPort {
  /// The interval, in seconds, between attempts to open an unusable line.
  static let retrySeconds = 5.0
  /// The time without a good reading, in seconds, after which the accelerometer counts as silent.
  static let silentSeconds = 1.0
  /// The maximum time, in seconds, that the first request for a reading waits for the setup of the sensor.
  static let firstAnswerSeconds = 0.3

  private let board: Board
  private let state = Mutex(State())

  /// The parts that are open.
  private struct State {
    var lines: [ContactLine]?
    /// The events for lines that are lost because they were lent to another program.
    var partings: [ContactEvent] = []
    var sensor = Sensor.closed
  }

  private enum Sensor {
    /// The accelerometer has not been needed yet, or the board has none.
    case closed
    /// A reader reads the accelerometer.
    case read(AccelerometerReader)
    /// The accelerometer cannot be read.
    case unusable(HardwareProblem)
  }

  /// The hands of a board, with no part open yet.
  package init(board: Board) { self.board = board }

  /// Opens the lines and the sensor now, as far as possible, instead of at first use.
  package func open() {
    // The sensor comes first, because its thread can work while the lines are being opened.
    _ = reader()
    state.withLock { _ = lines(&$0, MonotonicClock.now()) }
  }

  /// The parts that are unusable now.
  package var problems: [HardwareProblem] {
    let lines = state.withLock { $0.lines?.compactMap(\.problem) ?? [] }
    return lines + [sensorStatus()?.problem].compactMap { $0 }
  }

  // MARK: Contacts

  /// Returns the contact events since the last call, with the kernel's timestamps.
  package func pollContacts() -> [ContactEvent] {
    let now = MonotonicClock.now()
    return state.withLock { state in
      defer { state.partings = [] }
      return state.partings + lines(&state, now).flatMap { $0.poll(now) }
    }
  }

  /// Lends all lines to another program, or takes them back; both programs may read the accelerometer.
  package func lend(_ isLent: Bool) {
    let now = MonotonicClock.now()
    state.withLock { state in
      state.partings += (state.lines ?? []).map { $0.parting(now) }
      state.lines = isLent ? [] : nil
    }
  }

  /// Waits for at most `seconds`; returns early if a contact moves or a signal arrives.
  ///
  /// - Parameter other: another descriptor, which ends the wait when it becomes readable.
  package func wait(seconds: Double, other: Int32? = nil) {
    var descriptors = state.withLock { $0.lines?.compactMap(\.descriptor) ?? [] }
    if let other { descriptors.append(other) }
    let nanoseconds = Int64(max(0, min(seconds, 3600)) * 1e9)
    // Edges, the time-out and signals are all the same to the caller, which then checks everything again.
    _ = pinna_lines_wait(descriptors, Int32(descriptors.count), nanoseconds)
  }

  private func lines(_ state: inout State, _ now: Double) -> [ContactLine] {
    if let lines = state.lines { return lines }
    let lines = Contact.allCases.compactMap { ContactLine($0, of: board, now) }
    state.lines = lines
    return lines
  }

  // MARK: The accelerometer

  /// The last good reading; `nil` if there is no sensor, or if the reading is older than a second.
  ///
  /// A thread reads the sensor 20 times a second, because a hanging bus blocks its caller until the kernel driver's
  /// time-out (1 s per transfer by default). This call therefore never waits, except the first time: a sensor needs 0.1
  /// s before it can answer, and must not count as silent during that time.
  package func motion() -> MotionReading? {
    guard let reader = reader() else { return nil }
    reader.awaitFirstAnswer(seconds: Self.firstAnswerSeconds)
    return reader.latest(MonotonicClock.now(), within: Self.silentSeconds)
  }

  /// The identity and the problem of the sensor; `nil` until the sensor has answered.
  package func sensorStatus() -> SensorStatus? {
    switch state.withLock({ $0.sensor }) {
    case .closed: nil
    case .read(let reader): reader.status
    case .unusable(let problem): SensorStatus(.silent, problem: problem)
    }
  }

  /// The reader, which starts at first use.
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

  /// Closes the lines and the sensor; waits for a transfer in progress.
  package func release() { state.withLock { $0 = State() } }
}
