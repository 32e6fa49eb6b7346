import Boards
import Recorder
import Synchronization

/// The line of a board that says that power is failing.
///
/// A line that cannot be opened is a value in ``problem`` and is tried again from time to time.
///
/// - Thread: control; ``problem`` may be read by any.
public final class PowerInput: PowerPort {
  private struct State {
    var opened: (line: GPIOLine, level: PowerLevel)?
    var retryAt = 0.0
    var problem: HardwareProblem?
  }

  private let power: PowerLine
  private let state = Mutex(State())

  /// Opens the line, if it can be opened.
  init(_ power: PowerLine) {
    self.power = power
    let now = MonotonicClock.now()
    state.withLock { Self.open(power, &$0, now) }
  }

  /// Why the line cannot be used now.
  var problem: HardwareProblem? { state.withLock { $0.problem } }

  /// What a wait for its next edge waits on.
  var descriptor: Int32? { state.withLock { $0.opened?.line.descriptor } }

  /// When the level that began last will count; `nil` when nothing is pending.
  var settlesAt: Double? { state.withLock { $0.opened?.level.settlesAt } }

  /// Whether the supply is about to end; `nil` while the line cannot be read.
  public func isFailing() -> Bool? {
    let now = MonotonicClock.now()
    return state.withLock { state in
      if state.opened == nil, now >= state.retryAt { Self.open(power, &state, now) }
      guard let line = state.opened?.line else { return nil }
      do throws(GPIOError) {
        let edges = try line.edges()
        state.opened?.level.take(edges, level: edges.isEmpty ? nil : try line.level(), at: now)
      } catch {
        state.opened = nil
        Self.fail(error, power, &state, now)
      }
      return state.opened?.level.isFailing
    }
  }

  private static func open(_ power: PowerLine, _ state: inout State, _ now: Double) {
    do throws(GPIOError) {
      let line = try GPIOLine(power)
      let level = PowerLevel(
        debounceSeconds: power.debounceMilliseconds / 1000, isActive: try line.level(), at: now)
      state.opened = (line, level)
      state.problem = nil
    } catch {
      fail(error, power, &state, now)
    }
  }

  private static func fail(
    _ error: GPIOError, _ power: PowerLine, _ state: inout State, _ now: Double
  ) {
    state.problem = error.problem(with: "power line", at: power.line)
    state.retryAt = now + LinuxHands.retrySeconds
  }
}

/// The level of a power line: kernel edges in, what counts out.
///
/// A pure state machine of (state, edges and level, time).
struct PowerLevel: Sendable, Equatable {
  private var debounce: Debounce

  /// A line as it is found when it is opened: one that says that power is failing has to stay so, as at any other time.
  init(debounceSeconds: Double, isActive: Bool, at time: Double) {
    debounce = Debounce(seconds: debounceSeconds)
    _ = debounce.edge(isActive, at: time)
  }

  /// Whether the line says that power is failing.
  var isFailing: Bool { debounce.isPressed }

  /// When the level that began last will count, in seconds on the control clock.
  var settlesAt: Double? { debounce.settlesAt }

  /// Takes in edges as the kernel saw them, of which the newest may be missing, and the level after them.
  mutating func take(_ edges: [GPIOLine.Edge], level: Bool?, at now: Double) {
    for edge in edges { _ = debounce.edge(edge.level, at: edge.time) }
    if let level { _ = debounce.edge(level, at: now) }
    _ = debounce.tick(now)
  }
}
