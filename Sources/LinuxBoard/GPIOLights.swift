import Boards
import Recorder
import Synchronization

/// The lights of a board; dark again in `deinit`.
///
/// A light that cannot be opened is a value in ``problems`` and is tried again from time to time.
///
/// - Thread: control; ``problems`` may be read by any.
public final class GPIOLights: LightPort {
  private let lights: Mutex<[LightOutput]>

  /// Opens the lights of a board, dark.
  public init(board: Board) {
    let now = MonotonicClock.now()
    var outputs: [LightOutput] = []
    for name in LightName.allCases {
      guard let led = board.leds[name] else { continue }
      let output = LightOutput(name: name, led: led)
      output.open(now)
      outputs.append(output)
    }
    lights = Mutex(outputs)
  }

  deinit {
    lights.withLock { outputs in
      for output in outputs { output.darken() }
    }
  }

  /// The lights that cannot be used now.
  public var problems: [HardwareProblem] { lights.withLock { $0.compactMap(\.problem) } }

  /// Turns the lights on or off; writes only what changes.
  public func show(_ levels: LightLevels) {
    let now = MonotonicClock.now()
    lights.withLock { outputs in
      for output in outputs {
        output.show(output.name == .record ? levels.record : levels.status, now)
      }
    }
  }
}

/// One light: its line, open or not, and what it shows.
private final class LightOutput {
  let name: LightName
  private let led: LED
  private var line: GPIOLine?
  private var isLit = false
  private var retryAt = 0.0
  /// Why it cannot be used now.
  private(set) var problem: HardwareProblem?

  init(name: LightName, led: LED) {
    self.name = name
    self.led = led
  }

  func open(_ now: Double) {
    do throws(GPIOError) {
      line = try GPIOLine(led)
      isLit = false
      problem = nil
    } catch {
      fail(error, now)
    }
  }

  func show(_ level: Bool, _ now: Double) {
    if line == nil, now >= retryAt { open(now) }
    guard let line, level != isLit else { return }
    do throws(GPIOError) {
      try line.set(level)
      isLit = level
    } catch {
      self.line = nil
      fail(error, now)
    }
  }

  /// What an output shows after its line is given back is up to its controller, and most keep the level.
  func darken() {
    guard isLit else { return }
    do throws(GPIOError) {
      try line?.set(false)
    } catch {
      // The line is given back in the next moment; nobody is left to tell.
    }
  }

  private func fail(_ error: GPIOError, _ now: Double) {
    problem = error.problem(with: "\(name.rawValue) light", at: led.line)
    retryAt = now + LinuxHands.retrySeconds
  }
}
