import Boards
import Recorder
import Testing

@testable import LinuxBoard

@Suite("An accelerometer is asked who it is and what it feels")
struct AccelerometerProbeTests {
  /// Chip axes turned by 90 degrees: what the chip calls x is the top edge.
  private static let mount = [Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)]

  private static func board(_ chip: String) -> Board {
    Board(
      id: "test", name: "Test", source: "test", capture: Capture(device: "none", channels: 1),
      microphones: [], dataSources: [],
      accelerometer: Accelerometer(chip: chip, bus: 1, address: 0x18, mount: mount))
  }

  private func examine(
    _ bus: ByteListBus, readings: Int = 5
  ) throws -> MotionReport {
    let board = Self.board("lis3dh")
    let probe = AccelerometerProbe(board: board, clock: SteppingClock(step: 0.001))
    return probe.examine(
      try #require(AccelerometerChip.named("lis3dh")), try #require(board.accelerometer), on: bus,
      readings: readings)
  }

  @Test("its readings are in the device frame")
  func readings() throws {
    let sheet = try #require(ChipSheet.all.first { $0.name == "lis3dh" })
    let report = try examine(sheet.bus(x: sheet.plus, y: [0, 0], z: [0, 0]))
    #expect(report.identity == .expected(value: 0x33))
    #expect(report.problem == nil)
    #expect(report.readings.count == 5)
    #expect(report.readings.allSatisfy { ($0 - Vector3(0, 1, 0)).length < 0.01 })
  }

  @Test("another chip is named, and nothing is written to it")
  func other() throws {
    let bus = ByteListBus()
    bus.registers[0x0f] = 0x35
    let report = try examine(bus)
    #expect(
      report.identity == .other(register: 0x0f, found: 0x35, expected: 0x33, known: ["kxtj3"]))
    #expect(report.readings == [])
    #expect(!bus.drain().contains("w"))
  }

  @Test("a bus on which nothing answers is silent, with what to do")
  func silent() throws {
    let bus = ByteListBus()
    bus.fault = 121
    let report = try examine(bus)
    #expect(report.identity == .silent)
    #expect(report.problem?.remedy.contains("i2cdetect") == true)
  }

  @Test("a chip that answers and does not measure is told")
  func stuck() throws {
    let sheet = try #require(ChipSheet.all.first { $0.name == "lis3dh" })
    let report = try examine(sheet.bus(x: [0, 0], y: [0, 0], z: [0, 0]))
    #expect(report.identity == .expected(value: 0x33))
    #expect(report.readings == [])
    #expect(report.problem?.reason == "every axis reads exactly 0")
  }

  @Test("a chip that nobody knows, and a board without one")
  func unknown() {
    let report = AccelerometerProbe(board: Self.board("abc123")).examineMotion(readings: 1)
    #expect(report?.identity == .silent)
    #expect(report?.problem?.reason == "no chip of this name is known")
    var board = Self.board("abc123")
    board.accelerometer = nil
    #expect(AccelerometerProbe(board: board).examineMotion(readings: 1) == nil)
  }
}
