import Testing

@testable import Boards
@testable import LinuxBoard

private let identityMount = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]

/// Steps a driver until it gives a reading; what was done on the way is left in the bus, waits as bars.
private func firstReading(
  _ driver: inout AccelerometerDriver, _ bus: ByteListBus, from start: Double
) throws -> (reading: Vector3, setUp: String, time: Double) {
  var (parts, now): ([String], Double) = ([], start)
  for _ in 0..<10 {
    let reading = try driver.step(bus, now)
    if let reading { return (reading, parts.joined(separator: " | "), now) }
    parts.append(bus.drain())
    #expect(driver.dueAt > now)
    now = driver.dueAt
  }
  throw AccelerometerFault.stuck(raw: 0)
}

@Suite("Accelerometers by byte lists")
struct AccelerometerDriverTests {
  @Test("every chip that a board file can name has a driver and a sheet here, and nothing else has")
  func complete() {
    #expect(ChipSheet.all.map(\.name) == AccelerometerChip.all.map(\.name))
  }

  @Test(
    "a chip is identified, set up with every register read back, then read",
    arguments: ChipSheet.all)
  func sequence(sheet: ChipSheet) throws {
    let bus = sheet.bus(x: sheet.plus, y: [0, 0], z: [0, 0])
    var driver = try driver(sheet.name)
    let (_, setUp, time) = try firstReading(&driver, bus, from: 5)
    #expect(setUp == sheet.setUp)
    #expect(bus.drain() == sheet.reading)
    #expect(time >= 5 + AccelerometerDriver.settleSeconds)
    #expect(abs(driver.dueAt - time - 0.05) < 1e-9)
    _ = try driver.step(bus, driver.dueAt)
    #expect(bus.drain() == sheet.reading)
  }

  @Test("1 g on each axis, in both directions, and the smallest steps", arguments: ChipSheet.all)
  func conversions(sheet: ChipSheet) throws {
    let words: [(bytes: [UInt8], g: Double)] = [
      (sheet.plus, 1), (sheet.minus, -1), (sheet.stepUp, sheet.step), (sheet.stepDown, -sheet.step),
    ]
    for (bytes, g) in words {
      for axis in 0..<3 {
        // The other axes show 1 g, so that nothing is all zeros or all ones.
        var axes = [sheet.plus, sheet.plus, sheet.plus]
        axes[axis] = bytes
        var driver = try driver(sheet.name)
        let bus = sheet.bus(x: axes[0], y: axes[1], z: axes[2])
        let reading = try firstReading(&driver, bus, from: 0).reading
        for other in 0..<3 {
          // Half a step, because 1 g need not be a whole number of them.
          #expect(abs(reading[other] - (other == axis ? g : 1)) <= sheet.step / 2 + 1e-12)
        }
      }
    }
  }

  @Test("the BMI160 gets its time after it is woken, and must be awake then")
  func wake() throws {
    let sheet = try #require(ChipSheet.all.first { $0.name == "bmi160" })
    let bus = sheet.bus(x: sheet.plus, y: sheet.plus, z: sheet.plus)
    bus.registers[0x03] = 0
    var driver = try driver("bmi160")
    #expect(try driver.step(bus, 1) == nil)
    #expect(driver.dueAt >= 1.004)
    #expect(throws: AccelerometerFault.refused(register: 0x03, asked: 0x10, got: 0)) {
      try driver.step(bus, driver.dueAt)
    }
  }

  @Test("another chip is named, and nothing is written to it", arguments: ChipSheet.all)
  func wrongChip(sheet: ChipSheet) throws {
    for other in ChipSheet.all where other.identity != sheet.identity {
      let bus = other.bus(x: other.plus, y: other.plus, z: other.plus)
      var driver = try driver(sheet.name)
      do throws(AccelerometerFault) {
        _ = try driver.step(bus, 0)
        Issue.record("\(other.name) was taken for \(sheet.name)")
      } catch {
        guard case .identity(_, _, let expected, let known) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(expected == sheet.identity.value)
        #expect(known == ChipSheet.all.filter { $0.identity == other.identity }.map(\.name))
      }
      #expect(!bus.drain().contains("w"))
    }
  }

  @Test("a register that does not keep what was written is a fault")
  func refused() throws {
    let sheet = ChipSheet.all[0]
    let bus = sheet.bus(x: sheet.plus, y: [0, 0], z: [0, 0])
    bus.forgetful = [0x23]
    var driver = try driver("lis3dh")
    #expect(throws: AccelerometerFault.refused(register: 0x23, asked: 0x88, got: 0)) {
      try driver.step(bus, 0)
    }
  }

  @Test(
    "all zeros and all ones are no reading, on any chip, and one axis that is not makes it one",
    arguments: ChipSheet.all)
  func stuck(sheet: ChipSheet) throws {
    for byte in [UInt8(0), 0xff] {
      let bus = sheet.bus(x: sheet.plus, y: [byte, byte], z: [byte, byte])
      var driver = try driver(sheet.name)
      let time = try firstReading(&driver, bus, from: 0).time
      sheet.show([byte, byte, byte, byte, byte, byte], on: bus)
      #expect(throws: AccelerometerFault.stuck(raw: byte == 0 ? 0 : -1)) {
        try driver.step(bus, time + 0.05)
      }
    }
  }

  @Test(
    "chips with the same registers are accepted by their other identity, and named",
    arguments: [("lsm6ds3", 0x6a), ("mpu6050", 0x72), ("mpu6050", 0x98), ("mpu6500", 0x71)])
  func variants(name: String, value: Int) throws {
    let sheet = try #require(ChipSheet.all.first { $0.name == name })
    let bus = sheet.bus(x: sheet.plus, y: sheet.plus, z: sheet.minus)
    bus.registers[Int(sheet.identity.register)] = UInt8(value)
    var driver = try driver(name)
    #expect(abs(try firstReading(&driver, bus, from: 0).reading.x - 1) < 0.01)
    #expect(driver.found == UInt8(value))
    #expect(AccelerometerChip.named(name)?.variant(value)?.isEmpty == false)
    // Under another name it is told which one to write.
    #expect(AccelerometerChip.names(register: sheet.identity.register, value: value) == [name])
  }

  @Test(
    "readings that never change for ten seconds are none, until they do", arguments: ChipSheet.all)
  func unchanging(sheet: ChipSheet) throws {
    let bus = sheet.bus(x: sheet.plus, y: sheet.plus, z: sheet.plus)
    var driver = try driver(sheet.name)
    let start = try firstReading(&driver, bus, from: 0).time
    func step(until end: Double) throws(AccelerometerFault) -> Vector3? {
      var reading: Vector3?
      while driver.dueAt < end { reading = try driver.step(bus, driver.dueAt) ?? reading }
      return reading
    }
    #expect(try step(until: start + 9.9) != nil)
    #expect(throws: AccelerometerFault.unchanging) { try step(until: start + 10.2) }
    // It is set up anew, and still says the same.
    #expect(throws: AccelerometerFault.unchanging) { try step(until: start + 14) }
    sheet.show(sheet.plus + sheet.plus + sheet.minus, on: bus)
    #expect(try step(until: driver.dueAt + 2) != nil)
    // The smallest noise is enough.
    for second in 15..<40 {
      let y = second % 2 == 0 ? sheet.stepUp : sheet.stepDown
      sheet.show(sheet.plus + y + sheet.plus, on: bus)
      #expect(try step(until: driver.dueAt + 1) != nil)
    }
  }

  @Test(
    "a sensor that lost its power is set up anew: at once, then once a second, until it is back")
  func comesBack() throws {
    let sheet = ChipSheet.all[0]
    let bus = sheet.bus(x: sheet.plus, y: [0, 0], z: [0, 0])
    var driver = try driver("lis3dh")
    var now = try firstReading(&driver, bus, from: 0).time
    bus.fault = 121
    var waits: [Double] = []
    for _ in 0..<4 {
      now = driver.dueAt
      #expect(throws: AccelerometerFault.self) { try driver.step(bus, now) }
      waits.append(driver.dueAt - now)
    }
    #expect(zip(waits, [0.05, 1, 1, 1]).allSatisfy { abs($0 - $1) < 1e-9 })
    bus.fault = nil
    bus.registers[0x20] = 0x07
    _ = bus.drain()
    let (reading, setUp, _) = try firstReading(&driver, bus, from: driver.dueAt)
    #expect(setUp == sheet.setUp)
    #expect(reading == Vector3(1, 0, 0))
    // And the next single disturbance is tried again at once.
    bus.fault = 121
    now = driver.dueAt
    #expect(throws: AccelerometerFault.self) { try driver.step(bus, now) }
    #expect(abs(driver.dueAt - now - 0.05) < 1e-9)
  }

  private func driver(_ name: String) throws -> AccelerometerDriver {
    AccelerometerDriver(chip: try #require(AccelerometerChip.named(name)), mount: identityMount)
  }
}
