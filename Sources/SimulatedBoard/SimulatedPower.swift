import Recorder

/// The power line of a simulated board, for checks.
public struct SimulatedPower: PowerProbe {
  private let hasLine: Bool
  private let hands: SimulatedHands
  private let clock: ScenarioClock

  init(hasLine: Bool, hands: SimulatedHands, clock: ScenarioClock) {
    self.hasLine = hasLine
    self.hands = hands
    self.clock = clock
  }

  /// Watches what the scenario does to the supply.
  public func watchPower(seconds: Double) -> PowerReport? {
    guard hasLine else { return nil }
    let isFailing = hands.isClosed(.power)
    _ = hands.pollContacts()
    clock.wait(seconds: seconds)
    return PowerReport(
      isFailing: isFailing, changes: hands.pollContacts().count { $0.contact == .power })
  }
}
