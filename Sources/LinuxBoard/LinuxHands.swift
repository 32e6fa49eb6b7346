import Boards
import CLines
import Recorder
import Synchronization

/// The contacts and the accelerometer of a board.
///
/// What cannot be opened is a value in ``problems``, is tried again from time to time, and keeps nothing else from
/// working.
///
/// - Thread: control; ``problems`` may be read by any.
public final class LinuxHands: HandPort {
  /// Seconds between two tries to open a line that cannot be used.
  static let retrySeconds = 5.0
  /// Seconds without a good reading after which the accelerometer counts as silent.
  static let silentSeconds = 1.0
  /// Seconds that the first question for the acceleration waits at most for a sensor that is still being set up.
  static let firstAnswerSeconds = 0.3

  private let lines: Mutex<[ContactLine]>
  private let accelerometer: AccelerometerReader?
  private let accelerometerProblem: HardwareProblem?
  private let hasAsked = Atomic(false)

  /// Opens the hands of a board, as far as they can be opened.
  public init(board: Board) {
    // First, because it works on a thread of its own while the lines are opened.
    (accelerometer, accelerometerProblem) = Self.startReader(board.accelerometer)
    let now = MonotonicClock.now()
    lines = Mutex(Contact.allCases.compactMap { ContactLine($0, of: board, now) })
  }

  /// What of the hands cannot be used now.
  public var problems: [HardwareProblem] {
    let sensor = accelerometerProblem ?? accelerometer?.problem
    return lines.withLock { $0.compactMap(\.problem) } + [sensor].compactMap { $0 }
  }

  /// What the contacts did since the last call, with the times of the kernel.
  public func pollContacts() -> [ContactEvent] {
    let now = MonotonicClock.now()
    return lines.withLock { lines in lines.flatMap { $0.poll(now) } }
  }

  /// The acceleration in the device frame in g.
  ///
  /// `nil` when there is no sensor or its last good reading is older than a second. The sensor is read on a thread of its
  /// own, 20 times a second, because a bus that hangs blocks its caller for as long as the kernel's driver waits (1 s for
  /// each transfer unless the driver says otherwise). So this never waits, but for the first time: a sensor needs 0.1 s
  /// before it can answer, and nobody shall be told that it is silent when it was only just switched on.
  public func acceleration() -> Vector3? {
    if let accelerometer, !hasAsked.exchange(true, ordering: .relaxed) {
      accelerometer.awaitAnswer(seconds: Self.firstAnswerSeconds)
    }
    return accelerometer?.latest(MonotonicClock.now(), within: Self.silentSeconds)
  }

  /// Waits for so many seconds at most; returns early when a contact moves, or on a signal.
  public func wait(seconds: Double) {
    let descriptors = lines.withLock { $0.compactMap(\.descriptor) }
    let nanoseconds = Int64(max(0, min(seconds, 3600)) * 1e9)
    // An edge, the end of the time and a signal are all the same to the caller: it looks at everything anew.
    _ = pinna_lines_wait(descriptors, Int32(descriptors.count), nanoseconds)
  }

  private static func startReader(
    _ accelerometer: Accelerometer?
  ) -> (AccelerometerReader?, HardwareProblem?) {
    guard let accelerometer else { return (nil, nil) }
    do throws(HardwareProblem) {
      return (try AccelerometerReader(accelerometer), nil)
    } catch {
      return (nil, error)
    }
  }
}
