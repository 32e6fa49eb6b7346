import Acoustics
import Beamforming
import Boards
import Recorder
import SimulatedBoard
import TOML
import TestSupport
import Testing

/// Hardware that differs on purpose from what the filters assume.
@Suite struct HardwareTests {
  private static func parse(_ text: String) throws(TOMLError) -> Scenario {
    try Scenario.parse(
      text: "board = \"fixture\"\nduration = 10\n" + text, name: "scene.toml")
  }

  /// The text of a board file with these positions in millimetres.
  private static func file(_ positions: [Vector3], _ more: String = "") -> String {
    let microphones = positions.enumerated().map { index, p in
      """
      [[microphone]]
      name = "real \(index)"
      channel = \(positions.count - 1 - index)
      position = [\(p.x * 1000), \(p.y * 1000), \(p.z * 1000)]
      gain = \(index)
      """
    }
    return """
      schema = 1
      name = "Real"
      source = "made for tests"
      [capture]
      device = "simulated"
      channels = \(positions.count)
      [[data-source]]
      name = "Front"
      orientation = "front"
      forward = [0, 0, 1]
      patterns = ["\(positions.count > 1 ? "stereo" : "omni")"]
      \(microphones.joined(separator: "\n"))
      \(more)
      """
  }

  @Test("The table says another board, a body and errors")
  func table() throws {
    let scenario = try Self.parse(
      """
      [hardware]
      board = "true.toml"
      body = "box"
      gain-error = 1
      phase-error = 5.0
      position-error = 0.5
      """)
    var expected = Scenario.Hardware()
    (expected.board, expected.body) = ("true.toml", .box)
    (expected.gainError, expected.phaseError, expected.positionError) = (1, 5, 0.0005)
    expected.boardPlace = Scenario.Place(line: 4, column: 9)
    expected.bodyPlace = Scenario.Place(line: 5, column: 8)
    #expect(scenario.hardware == expected)
    #expect(try Self.parse("").hardware == nil)
    #expect(try Self.parse("[hardware]\nbody = \"free-field\"").hardware?.body == .freeField)
  }

  private static let mistakes: [(String, String)] = [
    (
      "",
      "3:1: hardware: is empty; write one or more of board, body, gain-error, phase-error, "
        + "position-error, microphone, capture, accelerometer, buttons, leds, storage, "
        + "system, mixer, or remove it"
    ),
    ("bord = \"x\"", "4:1: hardware.bord: is not a known key; did you mean \"board\"?"),
    ("board = 3", "4:9: hardware.board: is the number 3; a string is expected"),
    (
      "board = \"\"", "4:9: hardware.board: is empty; write an id or the path of a board file"
    ),
    (
      "body = \"sphere\"",
      "4:8: hardware.body: \"sphere\" is not allowed; allowed: \"free-field\", \"box\""
    ),
    ("gain-error = -1", "4:14: hardware.gain-error: is -1 dB; allowed: 0 to 20 dB"),
    (
      "phase-error = 91",
      "4:15: hardware.phase-error: is 91 degrees; allowed: 0 to 90 degrees"
    ),
    ("position-error = 11", "4:18: hardware.position-error: is 11 mm; allowed: 0 to 10 mm"),
  ]

  @Test("Mistakes are named with their place", arguments: mistakes)
  func mistake(text: String, message: String) {
    do throws(TOMLError) {
      _ = try Self.parse("[hardware]\n" + text)
      Issue.record("there is a mistake in \(text)")
    } catch {
      #expect(error.description == "scene.toml:" + message)
    }
  }

  @Test("Another board gives places, faults, body and errors; the recorder's view of it stays")
  func otherBoard() throws {
    let folder = try TemporaryDirectory()
    let places = SceneFixture.positions.map { $0 + Vector3(0.001, 0, 0) }
    let text = Self.file(
      places,
      """
      [body]
      size = [70.0, 150.0, 20.0]
      model = "box"
      [simulation]
      gain-error = 2
      phase-error = 3
      """)
    try folder.write(Array(text.utf8), to: "true.toml")
    var scenario = try Self.parse("[hardware]\nboard = \"true.toml\"\nphase-error = 7")
    scenario.file = folder.file("scene.toml")
    let board = SceneFixture.board()
    let real = try Simulator(scenario: scenario, board: board).hardware
    #expect(real.microphones.map(\.name) == board.microphones.map(\.name))
    #expect(real.microphones.map(\.channel) == board.microphones.map(\.channel))
    #expect(real.microphones.map(\.gain) == [0, 1, 2, 3])
    #expect(zip(real.microphones, places).allSatisfy { ($0.position - $1).length < 1e-9 })
    #expect(real.body?.model == .box)
    #expect(real.simulation.gainError == 2 && real.simulation.phaseError == 7)
    #expect(real.dataSources == board.dataSources && real.capture == board.capture)
    #expect(real.id == board.id)
  }

  @Test("A board that cannot be the hardware is named with its place")
  func wrongBoard() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(Self.file([.zero]).utf8), to: "one.toml")
    try folder.write(Array("schema = 2".utf8), to: "broken.toml")
    func problem(_ text: String) throws -> String? {
      var scenario = try Self.parse("[hardware]\n" + text)
      scenario.file = folder.file("scene.toml")
      do throws(TOMLError) {
        _ = try scenario.hardware(
          of: SceneFixture.board(), in: BoardLibrary(folders: [folder.path]))
        return nil
      } catch {
        return error.description
      }
    }
    let scene = folder.file("scene.toml")
    #expect(
      try problem("board = \"one.toml\"")
        == "\(scene):4:9: hardware.board: one has 1 microphone, but fixture has 4; "
        + "the microphones must be the same ones, in the same order")
    #expect(
      try problem("board = \"none.toml\"")?.hasPrefix("\(scene):4:9: hardware.board: ") == true)
    #expect(
      try problem("board = \"nobody\"")?
        .hasPrefix("\(scene):4:9: hardware.board: nobody: no such board in ") == true)
    #expect(
      try problem("board = \"broken.toml\"")?.hasPrefix("\(folder.file("broken.toml")):1:") == true)
    #expect(
      try problem("body = \"box\"")
        == "\(scene):4:8: hardware.body: is a box, but the board file does not state a size; "
        + "add a [body] table with a size to the board file")
    #expect(try problem("body = \"free-field\"") == nil)
  }

  @Test("The difference is told in one sentence")
  func difference() throws {
    let board = SceneFixture.board(body: Body(size: Vector3(0.071, 0.147, 0.0085)))
    func told(_ change: (inout Board) -> Void) throws -> String {
      var real = board
      change(&real)
      let scene = try SceneRenderer(
        scenario: SceneFixture.scenario([], seed: 3), board: real, layouts: SceneFixture.upright)
      return
        "\(HardwareDifference(board: board, hardware: real, specimens: scene.specimens))"
    }
    #expect(try told { _ in } == "The hardware of the scenario matches what the filters assume.")
    let start = "The hardware differs from what the filters assume: "
    #expect(
      try told { $0.body?.model = .box }
        == start + "a box of 71 x 147 x 8.5 mm instead of free field.")
    #expect(
      try told { real in
        real.body?.model = .sphere(radius: 0.06)
        real.microphones[1].position.y += 0.003
        real.microphones[0].gain = -1.5
        real.microphones[2].delay = 2e-5
        real.microphones[3].isInverted = true
      }
        == start
        + "a sphere of 60 mm radius instead of free field; microphones up to 3 mm out of place; "
        + "gains off by up to 1.5 dB; delays off by up to 20 microseconds; the wrong polarity of MIC4."
    )
    let drawn = try told {
      $0.simulation.gainError = 1
      $0.simulation.phaseError = 5
      $0.simulation.positionError = 0.001
    }
    for part in ["mm out of place", "gains off", "phases off"] { #expect(drawn.contains(part)) }
  }

  /// Eight microphones in a circle (the MATRIX Voice), metres.
  private static let circle = [
    Vector3(0, 0, 0), Vector3(-0.03813, 0.00358, 0), Vector3(-0.02098, 0.03204, 0),
    Vector3(0.01197, 0.03638, 0), Vector3(0.03591, 0.01332, 0), Vector3(0.03281, -0.01977, 0),
    Vector3(0.005, -0.03797, 0), Vector3(-0.02657, -0.02758, 0),
  ]

  private static func report(
    _ hardware: Scenario.Hardware?, in folder: TemporaryDirectory
  ) throws -> (report: SceneReport, difference: HardwareDifference?) {
    let board = SceneFixture.board(positions: circle)
    let sources = [(-60.0, 1.0), (40, 2)].map { azimuth, start in
      SoundSource(
        sound: .noise(.pink), position: .listener(Direction(azimuth: azimuth), .far), level: -20,
        start: start, until: start + 0.5)
    }
    let hands = [0.5, 2.8].map {
      Scenario.Hand(at: $0, action: .press(.record, seconds: 0.1))
    }
    let scenario = Scenario(
      file: folder.file("scene.toml"), board: "fixture", duration: 3, hardware: hardware,
      sources: sources, hands: hands)
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.form.preRollSeconds = 0
    configuration.pattern = .stereo
    let filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(), cacheDirectory: TestForm.cache)
    let outcome = try Simulator(scenario: scenario, board: board)
      .run(configuration: configuration, filters: filters)
    let report = try SceneReport(
      scenario: scenario, outcome: outcome, board: board,
      localiser: Localiser(head: .spherical, rate: board.capture.rate))
    return (report, outcome.difference)
  }

  @Test("What the filters do not know is heard, and shown")
  func heard() throws {
    let folder = try TemporaryDirectory()
    let mirrored = Self.circle.map { Vector3(-$0.x, $0.y, $0.z) }
    let text = Self.file(mirrored).replacing("gain", with: "# gain")
    try folder.write(Array(text.utf8), to: "mirrored.toml")
    let right = try Self.report(nil, in: folder)
    #expect(right.difference == nil)
    #expect(right.report.heardRows.map(\.isOnCorrectSide) == [true, true])
    var hardware = Scenario.Hardware()
    hardware.board = "mirrored.toml"
    let wrong = try Self.report(hardware, in: folder)
    #expect(wrong.report.heardRows.map(\.isOnCorrectSide) == [false, false])
    #expect(abs((wrong.difference?.position ?? 0) - 2 * 0.03813) < 1e-6)
    (hardware.board, hardware.gainError, hardware.phaseError) = (nil, 6, 60)
    let mismatched = try Self.report(hardware, in: folder)
    func error(_ report: SceneReport) -> Double {
      report.heardRows.reduce(0) { $0 + abs($1.error ?? 0) }
    }
    #expect(error(mismatched.report) > error(right.report) + 5)
    #expect((mismatched.difference?.phase ?? 0) > 30)
  }
}
