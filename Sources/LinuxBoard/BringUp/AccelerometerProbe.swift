import Boards
import Recorder

/// Asks the accelerometer of a board who it is and what it feels.
public struct AccelerometerProbe: MotionProbe {
  private let accelerometer: Accelerometer?
  private let clock: any BoardClock

  /// A probe for the accelerometer of a board.
  public init(board: Board, clock: any BoardClock = MachineClock()) {
    accelerometer = board.accelerometer
    self.clock = clock
  }

  /// Identifies the chip, sets it up, and takes readings 20 times a second.
  public func examineMotion(readings: Int) -> MotionReport? {
    guard let accelerometer else { return nil }
    guard let chip = AccelerometerChip.named(accelerometer.chip) else {
      return MotionReport(identity: .silent, problem: .unknownChip(accelerometer))
    }
    do throws(BusFault) {
      let bus = try I2CBus(number: accelerometer.bus, address: accelerometer.address)
      return examine(chip, accelerometer, on: bus, readings: readings)
    } catch {
      let fault = AccelerometerFault.bus(error)
      return MotionReport(identity: .silent, problem: fault.problem(with: accelerometer))
    }
  }

  /// The same on a bus that is open.
  func examine(
    _ chip: AccelerometerChip, _ accelerometer: Accelerometer, on bus: some RegisterBus,
    readings wanted: Int
  ) -> MotionReport {
    var report = MotionReport(identity: .silent)
    do throws(AccelerometerFault) {
      try chip.identify(on: bus)
      report.identity = .expected(value: Int(chip.identity.value))
      var driver = AccelerometerDriver(chip: chip, mount: accelerometer.mount)
      while report.readings.count < wanted {
        let now = clock.now()
        if now < driver.dueAt { clock.wait(seconds: driver.dueAt - now) }
        if let reading = try driver.step(bus, clock.now()) { report.readings.append(reading) }
      }
    } catch {
      report.problem = error.problem(with: accelerometer)
      if case .identity(let register, let found, let expected, let known) = error {
        report.identity = .other(
          register: Int(register), found: Int(found), expected: Int(expected), known: known)
      }
    }
    return report
  }
}

extension HardwareProblem {
  /// A board file names a chip that nobody can read.
  static func unknownChip(_ accelerometer: Accelerometer) -> HardwareProblem {
    HardwareProblem(
      what: "accelerometer \(accelerometer.chip)", place: "I2C bus \(accelerometer.bus)",
      reason: "no chip of this name is known",
      remedy: "known are \(AccelerometerChip.all.map(\.name).joined(separator: ", "))")
  }
}
