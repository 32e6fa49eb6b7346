import Boards
import Recorder

/// The state of an accelerometer, read step by step by a driver.
struct SensorState: Sendable {
  /// The last good reading.
  private(set) var reading: MotionReading?
  /// The identity and the problem of the chip; `nil` until the chip has been asked.
  private(set) var status: SensorStatus?

  /// Performs the next step of the driver.
  ///
  /// - Returns: true if the step succeeded.
  mutating func read(
    _ accelerometer: Accelerometer, _ driver: inout AccelerometerDriver, on bus: some RegisterBus,
    _ now: Double
  ) -> Bool {
    do throws(AccelerometerFault) {
      let acceleration = try driver.step(bus, now)
      // The driver identifies the chip at the start and after every fault; a fault lasts until there is a new
      // reading.
      if status?.problem == nil || acceleration != nil {
        status = SensorStatus(
          .expected(value: Int(driver.found ?? driver.chip.identity.value)))
      }
      // The timestamp is the time before the transfer: if the bus hung for a second, the reading is
      // old.
      if let acceleration { reading = MotionReading(acceleration, at: now) }
      return true
    } catch {
      fail(error, accelerometer)
      return false
    }
  }

  /// Notes the fault that stopped a step.
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
