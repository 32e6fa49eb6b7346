import Boards
import Glibc
import Recorder
import TestSupport
import Testing

@testable import LinuxBoard

@Suite("Hardware that is not there")
struct AbsentHardwareTests {
  /// A board whose lines and sensor no machine has.
  private let board: Board = {
    var board = Board(
      id: "absent", name: "Absent", source: "made for tests",
      capture: Capture(device: "none", channels: 2), microphones: [], dataSources: [])
    board.buttons = [
      .record: InputLine(line: .offset(chip: "no chip has this label", line: 17)),
      .lock: InputLine(line: .named("no line has this name")),
    ]
    board.leds = [.status: LED(line: .named("no line has this name"))]
    board.accelerometer = Accelerometer(
      chip: "lis3dh", bus: 255, address: 0x18,
      mount: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
    return board
  }()

  @Test("a power line that no machine has is a problem, says nothing, and is in no way")
  func power() throws {
    var board = board
    board.accelerometer = nil
    board.buttons = [:]
    board.power = InputLine(line: .offset(chip: "no chip has this label", line: 4))
    let hands = LinuxHands(board: board)
    let events = hands.pollContacts()
    #expect(events.map(\.contact) == [.power])
    guard case .lost(let problem) = try #require(events.first).change else {
      Issue.record("a line that no machine has was found")
      return
    }
    #expect(problem.what == "power line" && problem.place == "no chip has this label line 4")
    #expect(hands.problems == [problem])
    // It is told once, and again when it is asked anew.
    #expect(hands.pollContacts() == [])
    hands.wait(seconds: 0)
    hands.release()
    #expect(hands.pollContacts().map(\.change) == [.lost(problem)])
    board.power = nil
    #expect(LinuxHands(board: board).pollContacts() == [])
  }

  @Test("each part that cannot be opened is a problem with its place, and nothing else happens")
  func hands() {
    let hands = LinuxHands(board: board)
    #expect(hands.problems.isEmpty)
    hands.open()
    // The sensor is looked for on a thread of its own.
    while hands.problems.count < 3 { letOthersRun() }
    #expect(hands.problems.map(\.what) == ["record button", "lock switch", "accelerometer lis3dh"])
    #expect(
      hands.problems.map(\.place) == [
        "no chip has this label line 17", "line no line has this name",
        "I2C bus 255, address 0x18",
      ])
    #expect(hands.problems.allSatisfy { !$0.reason.isEmpty && !$0.remedy.isEmpty })
    hands.wait(seconds: 0)
    #expect(hands.pollContacts().map(\.contact) == [.button(.record), .button(.lock)])
    #expect(hands.motion() == nil)
    #expect(hands.sensorStatus()?.identity == .silent)
  }

  @Test("a light that cannot be opened is a problem, and showing it does nothing")
  func lights() {
    let lights = GPIOLights(board: board)
    lights.show(LightLevels(record: true, status: true))
    #expect(lights.problems.map(\.what) == ["status light"])
    #expect(lights.report(.status) == lights.problems.first.map { .refused($0) })
    #expect(lights.report(.record) == nil)
  }

  @Test("a board without hands has no problems")
  func nothing() {
    var bare = board
    (bare.buttons, bare.leds, bare.accelerometer) = ([:], [:], nil)
    let (hands, lights) = (LinuxHands(board: bare), GPIOLights(board: bare))
    hands.open()
    #expect(hands.problems.isEmpty && hands.motion() == nil)
    lights.show(LightLevels(record: true, status: true))
    #expect(lights.problems.isEmpty)
  }

  @Test("an unknown chip is a problem that names those that are known")
  func unknownChip() {
    var odd = board
    odd.buttons = [:]
    odd.accelerometer?.chip = "bma180"
    let hands = LinuxHands(board: odd)
    hands.open()
    #expect(hands.problems.count == 1)
    #expect(hands.sensorStatus()?.identity == .silent)
    #expect(hands.problems.first?.remedy.contains("mma8452q") == true)
  }
}

@Suite("What is said of hardware that cannot be used")
struct HardwareProblemTextTests {
  private let line = Line.offset(chip: "pinctrl-rp1", line: 17)
  private let sensor = Accelerometer(chip: "mpu6050", bus: 1, address: 0x68, mount: [])

  @Test("a busy line names who has it")
  func busyLine() {
    #expect(
      GPIOError.busy(consumer: "gpio-keys").problem(with: "record button", at: line).description
        == "record button (pinctrl-rp1 line 17): the line is in use by gpio-keys (errno 16); "
        + "end that program or remove its overlay, or use another line")
  }

  @Test("a refused permission says which group has it")
  func permission() {
    #expect(GPIOError(call: "requesting the line", code: -EACCES) == .noPermission)
    let problem = GPIOError.noPermission.problem(with: "status light", at: line)
    #expect(problem.reason.contains("13") && problem.remedy.contains("gpio"))
  }

  @Test("another chip is named with what was found and what was expected")
  func wrongChip() {
    let fault = AccelerometerFault.identity(
      register: 0x75, found: 0, expected: 0x68, known: ["bmi160"])
    #expect(
      fault.problem(with: sensor).description
        == "accelerometer mpu6050 (I2C bus 1, address 0x68): register 0x75 reads 0x00, but a mpu6050 "
        + "has 0x68; this is bmi160; write chip = \"bmi160\" in the board file; nothing was "
        + "written to the chip")
  }

  @Test("an address that a kernel driver has says so")
  func busyAddress() {
    let problem = AccelerometerFault.bus(.busy).problem(with: sensor)
    #expect(problem.reason == "a kernel driver is using the address (errno 16)")
    #expect(problem.remedy.hasPrefix("remove the sensor's overlay"))
  }
}
