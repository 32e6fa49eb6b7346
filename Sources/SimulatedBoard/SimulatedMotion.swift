import Boards
import Recorder

/// The accelerometer of a simulated board, for checks.
public struct SimulatedMotion: MotionProbe {
  private let chip: Accelerometer?
  private let defect: SensorDefect
  private let hands: SimulatedHands
  private let clock: ScenarioClock

  /// Seconds from one reading to the next.
  private static let readingSeconds = 0.05

  init(
    _ chip: Accelerometer?, defect: SensorDefect?, hands: SimulatedHands, clock: ScenarioClock
  ) {
    self.chip = chip
    self.defect = defect ?? SensorDefect()
    self.hands = hands
    self.clock = clock
  }

  /// Reads what the hands of the scenario do to the board.
  public func examineMotion(readings: Int) -> MotionReport? {
    guard let chip, let identity = chip.identity else { return nil }
    guard !defect.isSilent else { return MotionReport(identity: .silent) }
    if let found = defect.identity, found != identity.value {
      return MotionReport(
        identity: .other(
          register: identity.register, found: found, expected: identity.value,
          known: Accelerometer.chips(register: identity.register, value: found)))
    }
    var report = MotionReport(identity: .expected(value: identity.value))
    for _ in 0..<readings {
      clock.wait(seconds: Self.readingSeconds)
      if let reading = hands.acceleration() { report.readings.append(reading) }
    }
    return report
  }
}
