import Boards
import CLines
import Recorder
import Synchronization

/// The buttons and the accelerometer of a board, and the line that says that its power is failing.
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

  /// Says that power is failing; `nil` for a board that does not know.
  public let power: PowerInput?
  private let buttons: Mutex<[ButtonInput]>
  private let accelerometer: AccelerometerReader?
  private let accelerometerProblem: HardwareProblem?
  private let hasAsked = Atomic(false)

  /// Opens the hands of a board, as far as they can be opened.
  public init(board: Board) {
    // First, because it works on a thread of its own while the lines are opened.
    (accelerometer, accelerometerProblem) = Self.startReader(board.accelerometer)
    power = board.power.map { PowerInput($0) }
    let now = MonotonicClock.now()
    var inputs: [ButtonInput] = []
    for name in ButtonName.allCases {
      guard let button = board.buttons[name.rawValue] else { continue }
      let input = ButtonInput(name: name, button: button)
      input.open(now)
      inputs.append(input)
    }
    buttons = Mutex(inputs)
  }

  /// What of the hands cannot be used now.
  public var problems: [HardwareProblem] {
    let sensor = accelerometerProblem ?? accelerometer?.problem
    return buttons.withLock { $0.compactMap(\.problem) }
      + [power?.problem, sensor].compactMap { $0 }
  }

  /// Debounced edges since the last call, in the order in which they happened.
  public func pollButtons() -> [ButtonEdge] {
    let now = MonotonicClock.now()
    return buttons.withLock { inputs in
      inputs.flatMap { $0.poll(now) }.sorted { $0.time < $1.time }
    }
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

  /// Waits for so many seconds at most.
  ///
  /// Returns early on an edge, when a contact has settled, or on a signal.
  public func wait(seconds: Double) {
    var (descriptors, settling) = buttons.withLock { inputs in
      (inputs.compactMap(\.descriptor), inputs.compactMap(\.settlesAt))
    }
    descriptors += [power?.descriptor].compactMap { $0 }
    settling += [power?.settlesAt].compactMap { $0 }
    let pending = settling.min().map { $0 - MonotonicClock.now() } ?? seconds
    let nanoseconds = Int64(max(0, min(seconds, pending, 3600)) * 1e9)
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

/// One button: its line, open or not, and its contact.
private final class ButtonInput {
  private let name: ButtonName
  private let button: Button
  private var opened: (line: GPIOLine, contact: ButtonContact)?
  private var retryAt = 0.0
  /// Whether it is a lock switch that was closed when its line was lost.
  private var wasLocked = false
  /// Why it cannot be used now.
  private(set) var problem: HardwareProblem?

  init(name: ButtonName, button: Button) {
    self.name = name
    self.button = button
  }

  var descriptor: Int32? { opened?.line.descriptor }

  var settlesAt: Double? { opened?.contact.settlesAt }

  func open(_ now: Double) {
    do throws(GPIOError) {
      let line = try GPIOLine(button)
      let contact = ButtonContact(
        button: name, debounceSeconds: button.debounceMilliseconds / 1000,
        isClosed: try line.level(), wasLocked: wasLocked, at: now)
      opened = (line, contact)
      problem = nil
    } catch {
      fail(error, now)
    }
  }

  func poll(_ now: Double) -> [ButtonEdge] {
    if opened == nil, now >= retryAt { open(now) }
    guard let line = opened?.line else { return [] }
    do throws(GPIOError) {
      let edges = try line.edges()
      let level = edges.isEmpty ? nil : try line.level()
      return opened?.contact.take(edges, level: level, at: now) ?? []
    } catch {
      let lost = opened?.contact.lose(at: now) ?? []
      wasLocked = opened?.contact.isDown ?? false
      opened = nil
      fail(error, now)
      return lost
    }
  }

  private func fail(_ error: GPIOError, _ now: Double) {
    problem = error.problem(with: name.label, at: button.line)
    retryAt = now + LinuxHands.retrySeconds
  }
}

extension ButtonName {
  fileprivate var label: String { self == .lock ? "lock switch" : "\(rawValue) button" }
}
