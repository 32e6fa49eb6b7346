import Boards
import Recorder
import SimulatedBoard
import TOML
import TakeFiles
import Testing

/// Defects of the card, the system and other parts in a scenario are felt.
@Suite("Defects of the card and of other parts") struct PartDefectTests {
  private static func outcome(_ hardware: String) throws -> Simulator.Outcome {
    let takes = try SimulatedTakes()
    return try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 1, to: 9) + hardware,
      duration: 12)
  }

  @Test("A card that is read-only takes no take")
  func readOnly() throws {
    #expect(try Self.outcome("[hardware.storage]\nread-only = true").takes.isEmpty)
  }

  @Test("A card with no room for a take refuses it")
  func noRoom() throws {
    let outcome = try Self.outcome("[hardware.storage]\nfree = 9.0")
    #expect(outcome.takes.isEmpty)
    #expect(outcome.events.contains { if case .refused = $0.event { true } else { false } })
  }

  @Test("A slow card and one that stalls lose nothing that the ring can hold")
  func slow() throws {
    // A take needs 288 kB/s.
    for card in ["write-rate = 0.2", "stall = 2.0"] {
      let take = try #require(try Self.outcome("[hardware.storage]\n" + card).takes.first)
      #expect(take.gaps.isEmpty, "\(card)")
      #expect(abs(take.seconds - 8) < 0.02, "\(card)")
    }
  }

  @Test("A clock that was never set is told by the take")
  func clock() throws {
    let take = try #require(
      try Self.outcome("[hardware.system]\nclock-unset = true").takes.first)
    #expect(!take.plan.isClockSet)
  }

  /// A board with a light, a button and an accelerometer.
  private static func machine(_ hardware: String) throws -> Machine {
    var board = SimulatedTakes.board()
    board.leds[.status] = LED(line: .offset(chip: "bench", line: 1))
    board.accelerometer = Accelerometer(
      chip: "mpu6500", bus: 1, address: 0x68,
      mount: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
    let scenario = try Scenario.parse(
      text: "board = \"test\"\nduration = 10\n" + hardware, name: "scene.toml")
    return try SimulatedMachine(scenario, board: board).ports
  }

  @Test("Turns of a board whose up direction is fixed are noted")
  func turns() throws {
    let scenario = try Scenario.parse(
      text: """
        board = "test"
        duration = 10
        hand = [
          { at = 1, turn = "portrait" }, { at = 2, gravity = [0, 0, -1] },
          { at = 3, turn = "landscapeLeft" }, { at = 4, tap = "A" },
        ]
        fault = [{ at = 1, sensor-silent = true }]
        """, name: "scene.toml")
    var board = SimulatedTakes.board()
    #expect(scenario.withoutEffect(on: board) == [])
    board.orientation = .fixed(up: Vector3(0, 1, 0))
    #expect(
      scenario.withoutEffect(on: board).map(\.description)
        == ["hand.turn", "hand.gravity", "fault.sensor-silent"].map {
          "\($0) has no effect on the simulation: the up direction of test is fixed"
        })
  }

  @Test("A fault of a part that the board lacks is noted for a check")
  func absent() throws {
    let scenario = try Scenario.parse(
      text: """
        board = "test"
        duration = 10
        [hardware.accelerometer]
        silent = true
        [hardware.buttons.record]
        stuck = "closed"
        [hardware.leds.status]
        refused = true
        [[fault]]
        at = 1
        sensor-silent = true
        [[fault]]
        at = 1
        power-fails = 1.0
        [[fault]]
        at = 1
        bounce = "record"
        [[fault]]
        at = 2
        bounce = "record"

        """, name: "scene.toml")
    var board = SimulatedTakes.board()
    (board.buttons, board.leds, board.accelerometer, board.power) = ([:], [:], nil, nil)
    #expect(
      scenario.ignoredByCheck(of: board).map(\.description)
        == [
          ("hardware.accelerometer", "accelerometer"),
          ("hardware.buttons.record", "button \"record\""),
          ("hardware.leds.status", "light \"status\""),
          ("fault.sensor-silent", "accelerometer"), ("fault.power-fails", "power line"),
          ("fault.bounce", "button \"record\""),
        ].map { "\($0) has no effect on the check: test has no \($1)" })
    let line = InputLine(line: .offset(chip: "bench", line: 1))
    (board.buttons[.record], board.power) = (line, line)
    board.leds[.status] = LED(line: .offset(chip: "bench", line: 2))
    board.accelerometer = Accelerometer(
      chip: "mpu6500", bus: 1, address: 0x68,
      mount: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
    #expect(scenario.ignoredByCheck(of: board) == [])
  }

  @Test("A machine has what its board has, and simulated time passes while something waits")
  func bench() throws {
    let healthy = try Self.machine("")
    let lights = try #require(healthy.lights)
    lights.show(LightLevels(.status, isLit: true))
    #expect(lights.report(.status) == .driven(readBack: true))
    #expect(lights.report(.record) == nil)
    healthy.hands.release()
    #expect(healthy.hands.pollContacts().isEmpty)
    #expect(healthy.capture.examineMixer(device: "none") == .none)
    healthy.clock.wait(seconds: 1)
    #expect(healthy.clock.now() == 1)
    #expect(healthy.hands.sensorStatus() == SensorStatus(.expected(value: 0x70)))
    #expect(healthy.hands.motion() == MotionReading(Vector3(0, 1, 0), at: 1))
    let card = try #require(healthy.card).examineStorage(
      directory: "/takes", blocks: 8, blockBytes: 1_000_000, seconds: 60
    ) { _ in }
    #expect(card.writtenBytes == 8_000_000 && card.blockSeconds.count == 8)
    let spent = card.blockSeconds.reduce(0, +)
    #expect(abs(healthy.clock.now() - 1 - spent) < 1e-9)
  }

  @Test("Another chip is named by those that answer so")
  func identity() throws {
    let other = try Self.machine("[hardware.accelerometer]\nidentity = 0x68").hands
    #expect(
      other.sensorStatus()
        == SensorStatus(
          .other(register: 0x75, found: 0x68, expected: 0x70, known: ["mpu6050"])))
    #expect(other.motion() == nil)
  }

  private static let mistakes: [(String, String)] = [
    (
      "[hardware.storage]",
      "3:1: hardware.storage: is empty; write one or more of write-rate, stall, free, read-only, "
        + "or remove it"
    ),
    (
      "[hardware.storage]\nwrite-rate = 0",
      "4:14: hardware.storage.write-rate: is 0 MB/s; allowed: 0.001 to 10000 MB/s"
    ),
    (
      "[hardware.system]\nno-realtime = false",
      "4:15: hardware.system.no-realtime: is false; write no-realtime = true, or leave it out"
    ),
    (
      "[hardware.system]\nthrotled = 1",
      "4:1: hardware.system.throtled: is not a known key; did you mean \"throttled\"?"
    ),
    (
      "[hardware.leds.status]\nstuck = \"on\"",
      "4:9: hardware.leds.status.stuck: \"on\" is not allowed; allowed: \"lit\", \"dark\""
    ),
    (
      "[hardware.mixer]",
      "3:1: hardware.mixer: is empty; write a control and its value, or remove it"
    ),
  ]

  @Test("Mistakes are named with their place", arguments: mistakes)
  func mistake(text: String, message: String) {
    do throws(TOMLError) {
      _ = try Scenario.parse(
        text: "board = \"fixture\"\nduration = 10\n" + text, name: "scene.toml")
      Issue.record("there is a mistake in \(text)")
    } catch {
      #expect(error.description == "scene.toml:" + message)
    }
  }
}
