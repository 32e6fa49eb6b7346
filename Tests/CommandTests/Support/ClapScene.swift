import Boards
import SimulatedBoard
import TakeFiles
import Testing

/// Claps around a board of four microphones that is not what its file says.
enum ClapScene {
  /// The board as its file describes it.
  static let board =
    """
    schema = 1
    name = "Square"
    source = "made for tests"
    [capture]
    device = "simulated"
    channels = 4
    format = "S32_LE"
    rate = 48000

    """
    + [(-30, 30), (30, 30), (30, -30), (-30, -30)].enumerated().map { index, place in
      """
      [[microphone]]
      name = "\(Character(UnicodeScalar(UInt8(97 + index))))"
      channel = \(index)
      position = [\(place.0).0, \(place.1).0, 0.0]

      """
    }.joined() + """
      [[data-source]]
      name = "Front"
      orientation = "front"
      forward = [0.0, 0.0, 1.0]
      patterns = ["stereo", "omni"]
      """

  /// The hardware as it is.
  static let hardware = """
    [hardware]
    board = "square.toml"
    [[hardware.microphone]]
    name = "b"
    gain = -2.5
    delay = 12.0
    [[hardware.microphone]]
    name = "c"
    inverted = true

    """

  /// The same with two channels exchanged.
  static let exchanged = hardware + "[hardware.capture]\nchannels = [1, 0, 2, 3]\n"

  /// Sides of the board, clockwise from its top edge, each some degrees beside.
  static let around = [
    (0.1, 1.0), (0.8, 1.0), (1.0, 0.1), (1.0, -0.9), (-0.1, -1.0), (-0.9, -1.0), (-1.0, 0.1),
    (-1.0, 0.9),
  ]

  /// A scenario with a clap from each of some directions, the first one after a second.
  static func scenario(
    _ hardware: String, _ directions: [(Double, Double)] = around, spacing: Double = 0.4
  ) -> String {
    let claps = directions.enumerated().map { index, direction in
      let start = 1 + spacing * Double(index)
      return """
        [[source]]
        noise = "white"
        device = [\(direction.0), \(direction.1), 0.1]
        distance = 1.2
        level = -12.0
        start = \(start)
        until = \(start + 0.03)

        """
    }
    return
      "board = \"square.toml\"\nduration = \(2.5 + spacing * Double(directions.count))\nseed = 7\n"
      + claps.joined() + hardware
  }

  /// Writes what the board records of a scenario, without the order of its channels, as a raw file.
  static func record(_ scenario: String, board path: String, to wav: String) throws {
    let board = try Board.load(path: path)
    let scenario = try Scenario.load(path: scenario)
    let layouts = try #require(LayoutTimeline(hands: [], board: board, rate: board.capture.rate))
    var scene = try SceneRenderer(
      scenario: scenario, board: try scenario.hardware(of: board, in: BoardLibrary(folders: [])),
      layouts: layouts)
    let frames = Int(scenario.duration * Double(scene.rate))
    var words = [Int32](repeating: 0, count: frames * scene.channels)
    words.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { scene.render(into: start, frames: frames) }
    }
    var writer = try WAVWriter.create(
      path: wav, format: AudioFormat(rate: scene.rate, channels: scene.channels, samples: .s24))
    try writer.append(interleaved: words.map { Float($0) * 0x1p-31 }, frames: frames)
    try writer.finish()
  }
}
