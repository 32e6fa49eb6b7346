import Boards
import TOML
import Testing

struct BoardFileTests {
  @Test("every key of a complete file arrives, in SI units")
  func complete() throws {
    let board = try Board.load(text: completeBoard, name: "test.toml", id: "test")
    let first = Microphone(
      name: "MIC1", channel: 0, position: Vector3(-28.7, 28.7, 0) / 1000, tolerance: 0.2 / 1000,
      normal: Vector3(0, 0, 1), gain: -1.5, isInverted: true, delay: 2.5 / 1e6, sensitivity: -26)
    let second = Microphone(name: "MIC2", channel: 3, position: Vector3(28.7, 28.7, 0) / 1000)
    let expected = Board(
      id: "test", name: "Test board", source: "made up for tests",
      capture: Capture(
        device: "hw:CARD=seeed4micvoicec,DEV=0", channels: 4, format: .s24, rate: 44100,
        period: 128, bufferMilliseconds: 250, mixer: ["ADC1 PCM Gain": 20]),
      microphones: [first, second], calibration: .calibrated,
      body: Body(size: Vector3(65, 65, 3) / 1000, model: .sphere(radius: 0.04)),
      dataSources: [
        DataSource(
          name: "Front", orientation: .front, location: .upper, forward: Vector3(0, 0, 1),
          patterns: [.omni, .stereo], microphones: [1]),
        DataSource(
          name: "Back", orientation: .back, forward: Vector3(0, 0, -1), patterns: [.stereo],
          microphones: [0, 1]),
      ],
      accelerometer: Accelerometer(
        chip: "lis3dh", bus: 1, address: 0x18,
        mount: [Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1)]),
      buttons: [
        .record: InputLine(
          line: .offset(chip: "pinctrl-rp1", line: 17), isActiveLow: false, bias: .pullDown,
          debounceMilliseconds: 20),
        .source: InputLine(line: .named("SOURCE")),
      ],
      leds: [.record: LED(line: .offset(chip: "pinctrl-rp1", line: 27), isActiveLow: true)],
      playback: Playback(device: "hw:CARD=Headphones,DEV=0"),
      power: InputLine(line: .offset(chip: "pinctrl-rp1", line: 4)),
      simulation: SimulatedSpread(
        noise: -80, gainError: 0.5, phaseError: 1, positionError: 0.25 / 1000))
    #expect(board == expected)
  }

  @Test("errors that a file states count, and of one that is left out the usual one")
  func mismatch() throws {
    func board(_ lines: String) throws -> Board {
      try Board.load(
        text: smallestBoard + "\n[calibration]\n" + lines, name: "small.toml", id: "small")
    }
    let nominal = try board("state = \"nominal\"")
    #expect(nominal.statedMismatch == nil)
    #expect(nominal.mismatch == Mismatch(gainError: 0.7, phaseError: 1))
    let calibrated = try board("state = \"calibrated\"\ngain-error = 0.1")
    #expect(calibrated.mismatch == Mismatch(gainError: 0.1, phaseError: 0.4))
    let coarse = try board("gain-error = 1.0\nphase-error = 2.0")
    #expect(coarse.statedMismatch == Mismatch(gainError: 1, phaseError: 2))
  }

  @Test("what a small file leaves out has the defaults of the specification")
  func defaults() throws {
    let board = try Board.load(text: smallestBoard, name: "small.toml", id: "small")
    let expected = Board(
      id: "small", name: "Small", source: "made up for tests",
      capture: Capture(
        device: "hw:CARD=one,DEV=0", channels: 2, format: .s32, rate: 48000, period: 256,
        bufferMilliseconds: 500, mixer: [:]),
      microphones: [
        Microphone(name: "L", channel: 0, position: Vector3(-0.03, 0, 0), tolerance: 0.0005),
        Microphone(name: "R", channel: 1, position: Vector3(0.03, 0, 0), tolerance: 0.0005),
      ],
      calibration: .nominal, body: nil,
      dataSources: [
        DataSource(
          name: "Front", orientation: .front, forward: Vector3(0, 0, 1), patterns: [.stereo],
          microphones: [0, 1])
      ],
      orientation: .handHeld, simulation: SimulatedSpread(noise: -91))
    #expect(board == expected)
  }

  @Test("a fixed board has its own up, scaled to unit length, and one case per data source")
  func fixed() throws {
    let text =
      smallestBoard.replacing("forward = [0, 0, 1]", with: "forward = [0, 0, 3]")
      + "\n[orientation]\nmode = \"fixed\"\nup = [0, 2, 0]\n"
    let board = try Board.load(text: text, name: "x.toml", id: "x")
    #expect(board.orientation == .fixed(up: Vector3(0, 1, 0)))
    #expect(board.dataSources[0].forward == Vector3(0, 0, 1))
    #expect(board.cases == [Board.Case(dataSource: 0, orientation: nil)])
  }

  @Test(
    "the other body models and arrays that lie in a line, in a plane or on top of each other",
    arguments: [
      ("[body]\nsize = [70, 70, 70]\nmodel = \"box\"", Optional(BodyModel.box)),
      ("[body]\nsize = [70, 70, 70]", .freeField),
      (
        "[body]\nsize = [70, 70, 70]\nmodel = \"measured\"\nresponses = \"a.sofa\"",
        .measured(file: "a.sofa")
      ),
      ("", nil),
    ])
  func bodies(text: String, model: BodyModel?) throws {
    let stacked = smallestBoard.replacing("[30, 0, 0]", with: "[-30, 0, 5]")
    for board in [smallestBoard, stacked] {
      let board = try Board.load(text: board + "\n" + text, name: "x.toml", id: "x")
      #expect(board.body?.model == model)
    }
  }
}
