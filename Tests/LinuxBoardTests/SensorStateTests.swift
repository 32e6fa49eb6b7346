import Boards
import Recorder
import Testing

@testable import LinuxBoard

@Suite("An accelerometer says who it is and what it feels")
struct SensorStateTests {
  /// Chip axes turned by 90 degrees: what the chip calls x is the top edge.
  private let accelerometer = Accelerometer(
    chip: "lis3dh", bus: 1, address: 0x18,
    mount: [Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)])

  /// The state after some seconds on a bus.
  private func state(_ bus: ByteListBus, seconds: Double = 1) throws -> SensorState {
    var driver = AccelerometerDriver(
      chip: try #require(AccelerometerChip.named("lis3dh")), mount: accelerometer.mount)
    var state = SensorState()
    while driver.dueAt <= seconds {
      let now = driver.dueAt
      _ = state.read(accelerometer, &driver, on: bus, now)
    }
    return state
  }

  @Test("its readings are in the device frame, with their times")
  func readings() throws {
    let sheet = try #require(ChipSheet.all.first { $0.name == "lis3dh" })
    let state = try state(sheet.bus(x: sheet.plus, y: [0, 0], z: [0, 0]))
    #expect(state.status == SensorStatus(.expected(value: 0x33)))
    let reading = try #require(state.reading)
    #expect((reading.acceleration - Vector3(0, 1, 0)).length < 0.01)
    #expect(reading.time > 0.9 && reading.time <= 1)
  }

  @Test("another chip is named, and nothing is written to it")
  func other() throws {
    let bus = ByteListBus()
    bus.registers[0x0f] = 0x35
    let state = try state(bus)
    #expect(
      state.status?.identity
        == .other(register: 0x0f, found: 0x35, expected: 0x33, known: ["kxtj3"]))
    #expect(state.reading == nil)
    #expect(!bus.drain().contains("w"))
  }

  @Test("a bus on which nothing answers is silent, with what to do")
  func silent() throws {
    let bus = ByteListBus()
    bus.fault = 121
    let state = try state(bus)
    #expect(state.status?.identity == .silent)
    #expect(state.status?.problem?.remedy.contains("i2cdetect") == true)
  }

  @Test("a chip that answers and does not measure is told")
  func stuck() throws {
    let sheet = try #require(ChipSheet.all.first { $0.name == "lis3dh" })
    let state = try state(sheet.bus(x: [0, 0], y: [0, 0], z: [0, 0]))
    #expect(state.status?.identity == .expected(value: 0x33))
    #expect(state.reading == nil)
    #expect(state.status?.problem?.reason == "every axis reads exactly 0")
  }
}
