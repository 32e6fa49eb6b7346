import Recorder
import Synchronization

/// The supply of a simulated board, as its power line tells it.
public final class SimulatedPower: PowerPort {
  private struct State {
    var isFailing = false
    var changes = 0
  }

  private let state = Mutex(State())

  /// A supply that holds.
  public init() {}

  /// Whether the scenario lets it fail now.
  public func isFailing() -> Bool? { state.withLock { $0.isFailing } }

  /// Changes of the line so far.
  var changes: Int { state.withLock { $0.changes } }

  /// Lets the supply fail, or hold again.
  func set(isFailing: Bool) {
    state.withLock { state in
      if state.isFailing != isFailing { state.changes += 1 }
      state.isFailing = isFailing
    }
  }
}

/// The power line of a simulated board, for checks.
public struct SimulatedPowerProbe: PowerProbe {
  private let hasLine: Bool
  private let power: SimulatedPower
  private let clock: ScenarioClock

  init(hasLine: Bool, power: SimulatedPower, clock: ScenarioClock) {
    self.hasLine = hasLine
    self.power = power
    self.clock = clock
  }

  /// Watches what the scenario does to the supply.
  public func watchPower(seconds: Double) -> PowerReport? {
    guard hasLine else { return nil }
    let (isFailing, changes) = (power.isFailing(), power.changes)
    clock.wait(seconds: seconds)
    return PowerReport(isFailing: isFailing, changes: power.changes - changes)
  }
}
