import Boards
import Recorder
import Synchronization

/// The lights of a board; releasing them, or `deinit`, turns them off.
///
/// ``problems`` lists each light that cannot be opened, and the port retries it from time to time.
///
/// - Thread: control; any thread may read ``problems``.
package final class GPIOLights: LightPort {
  private let board: Board
  private let lights = Mutex<[LightOutput]?>(nil)

  /// The lights of a board, which are not open yet.
  package init(board: Board) { self.board = board }

  deinit { release() }

  /// The lights that are unusable now.
  package var problems: [HardwareProblem] {
    lights.withLock { $0?.compactMap(\.problem) ?? [] }
  }

  /// Turns the lights on or off; writes only the levels that change.
  package func show(_ levels: LightLevels) {
    let now = MonotonicClock.now()
    lights.withLock { lights in
      let outputs = lights ?? open(now)
      lights = outputs
      for output in outputs {
        output.show(output.name == .record ? levels.record : levels.status, now)
      }
    }
  }

  private func open(_ now: Double) -> [LightOutput] {
    LightName.allCases.compactMap { name in
      board.leds[name].map { LightOutput(name: name, led: $0, now) }
    }
  }

  /// The level that is read back from a light, or the reason why the light is unusable.
  package func report(_ light: LightName) -> LightReport? {
    lights.withLock { $0?.first { $0.name == light }?.report }
  }

  /// Turns the lights off and releases their lines.
  package func release() { lend(false) }

  /// Lends the lights to another program, or takes them back; the next call of ``show(_:)`` then reopens them.
  package func lend(_ isLent: Bool) {
    lights.withLock { lights in
      for output in lights ?? [] { output.darken() }
      lights = isLent ? [] : nil
    }
  }
}

/// One light, with its line (open or not) and its state.
private final class LightOutput {
  let name: LightName
  private let led: LED
  private var line: GPIOLine?
  private var isLit = false
  private var retryAt = 0.0
  /// The reason why the light is unusable now.
  private(set) var problem: HardwareProblem?

  /// Tries to open the light, and leaves it dark.
  init(name: LightName, led: LED, _ now: Double) {
    self.name = name
    self.led = led
    open(now)
  }

  var report: LightReport {
    if let problem { return .refused(problem) }
    do throws(GPIOError) {
      return .driven(readBack: try line?.level())
    } catch {
      return .refused(error.problem(with: label, at: led.line))
    }
  }

  private var label: String { "\(name.rawValue) light" }

  private func open(_ now: Double) {
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

  /// Turns the light off: most controllers keep the level of an output after its line is released.
  func darken() {
    guard isLit else { return }
    do throws(GPIOError) {
      try line?.set(false)
    } catch {
      // The line is released next, so nobody could be told of an error.
    }
  }

  private func fail(_ error: GPIOError, _ now: Double) {
    problem = error.problem(with: label, at: led.line)
    retryAt = now + LinuxHands.retrySeconds
  }
}
