import Boards
import Recorder
import SimulatedBoard
import TOML
import Testing

/// Defects of the accelerometer and the buttons in a scenario are felt.
@Suite("Defects of the accelerometer and of buttons") struct HandDefectTests {
  /// The takes of a board that is held in landscape and whose record button is pressed twice.
  private static func outcome(_ hardware: String) throws -> Simulator.Outcome {
    let takes = try SimulatedTakes()
    return try takes.run(
      SimulatedTakes.hand(0, "turn = \"landscapeLeft\"") + SimulatedTakes.take(from: 2, to: 3)
        + hardware, duration: 4)
  }

  private static func orientations(_ hardware: String) throws -> [InputOrientation?] {
    try outcome(hardware).events.compactMap { event in
      if case .takeStarted(let which, _) = event.event { which.orientation } else { nil }
    }
  }

  @Test("A chip that is turned reads another orientation")
  func turned() throws {
    #expect(try Self.orientations("") == [.landscapeLeft])
    let quarters: [(Int, InputOrientation)] = [
      (90, .portrait), (180, .landscapeRight), (270, .portraitUpsideDown),
    ]
    for (degrees, orientation) in quarters {
      let text = "[hardware.accelerometer]\nturned = \(degrees)"
      #expect(try Self.orientations(text) == [orientation], "\(degrees) degrees")
    }
  }

  @Test("A sensor that is silent, another one or far off leaves the board in portrait")
  func useless() throws {
    for text in ["silent = true", "identity = 0x33", "scale = 0.5"] {
      #expect(try Self.orientations("[hardware.accelerometer]\n" + text) == [.portrait], "\(text)")
    }
  }

  @Test("Noise is drawn from the seed")
  func noise() throws {
    var defect = SensorDefect()
    defect.noise = 0.1
    var hardware = Scenario.Hardware()
    hardware.accelerometer = defect
    func readings(_ seed: UInt64) -> [Vector3?] {
      let hands = SimulatedHands(board: SimulatedTakes.board(), hardware: hardware, seed: seed)
      return (0..<200).map { _ in hands.motion()?.acceleration }
    }
    #expect(readings(1) == readings(1))
    #expect(readings(1) != readings(2))
    let errors = readings(1).compactMap { $0 }.map { ($0 - Vector3(0, 1, 0)).length }
    let power = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    // Three axes; 600 draws know their spread within 3 %.
    #expect(abs((power / 3).squareRoot() - 0.1) < 0.01)
  }

  @Test("A contact that bounces for longer than it is debounced presses again and again")
  func bounce() throws {
    #expect(try Self.outcome("").takes.count == 1)
    // Edges 5 ms apart settle within 10 ms, edges 20 ms apart do not.
    let short = try Self.outcome("[hardware.buttons.record]\nbounce = 20.0")
    #expect(short.takes.map(\.frames) == [48000])
    let long = try Self.outcome("[hardware.buttons.record]\nbounce = 80.0")
    #expect(long.takes.count > 1)
  }

  @Test("A button that is stuck starts no take", arguments: ["open", "closed"])
  func stuck(level: String) throws {
    let outcome = try Self.outcome("[hardware.buttons.record]\nstuck = \"\(level)\"")
    #expect(outcome.takes.isEmpty)
  }

  private static let mistakes: [(String, String)] = [
    (
      "[hardware.accelerometer]",
      "3:1: hardware.accelerometer: is empty; write one or more of identity, noise, scale, turned, "
        + "silent, or remove it"
    ),
    (
      "[hardware.accelerometer]\nturned = 45",
      "4:10: hardware.accelerometer.turned: is 45 degrees; write 90, 180 or 270"
    ),
    (
      "[hardware.accelerometer]\nidentity = 256",
      "4:12: hardware.accelerometer.identity: is 256; allowed: 0 to 255"
    ),
    (
      "[hardware.buttons.shutter]\nbounce = 5",
      "3:19: hardware.buttons.shutter: is not a known key; "
        + "known keys: lock, marker, record, source"
    ),
    (
      "[hardware.buttons.record]\nstuck = \"shut\"",
      "4:9: hardware.buttons.record.stuck: \"shut\" is not allowed; allowed: \"closed\", \"open\""
    ),
    (
      "[hardware.buttons.record]",
      "3:1: hardware.buttons.record: is empty; write one or more of bounce, stuck, floating, "
        + "unreadable, or remove it"
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
