import Boards
import Recorder

/// The state of an accelerometer that is read step by step.
struct SensorState: Sendable {
  /// The last good reading.
  private(set) var reading: MotionReading?
  /// Its identity and its problem; `nil` until the chip was queried.
  private(set) var status: SensorStatus?

  /// Performs the driver's next step.
  ///
  /// - Returns: true if the chip complied.
  mutating func read(
    _ accelerometer: Accelerometer, _ driver: inout AccelerometerDriver, on bus: some RegisterBus,
    _ now: Double
  ) -> Bool {
    do throws(AccelerometerFault) {
      let acceleration = try driver.step(bus, now)
      // The chip is identified at the start and after every fault; a fault lasts until there is a reading again.
      if status?.problem == nil || acceleration != nil {
        status = SensorStatus(
          .expected(value: Int(driver.found ?? driver.chip.identity.value)))
      }
      // The time before the transfer: a bus that hung for a second gives an old reading.
      if let acceleration { reading = MotionReading(acceleration, at: now) }
      return true
    } catch {
      fail(error, accelerometer)
      return false
    }
  }

  /// Processes the fault that stopped a step.
  mutating func fail(_ fault: AccelerometerFault, _ accelerometer: Accelerometer) {
    let identity: SensorStatus.Identity =
      if case .identity(let register, let found, let expected, let known) = fault {
        .other(
          register: Int(register), found: Int(found), expected: Int(expected), known: known)
      } else if case .expected(let value) = status?.identity {
        .expected(value: value)
      } else {
        .silent
      }
    status = SensorStatus(identity, problem: fault.problem(with: accelerometer))
  }
}
