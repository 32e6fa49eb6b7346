import Beamforming
import Boards
import Glibc
import Realtime
import Recorder
import SimulatedBoard
import TOML
import TakeFiles
import TestSupport
import Testing

/// Runs short scenarios of a small board with a spherical head, and reads what came out.
struct SimulatedTakes {
  let folder: TemporaryDirectory
  /// Designs of the board, shared by all runs of a test.
  let filters: FilterStore
  let board: Board

  /// Four microphones without any symmetry, hand-held, quiet.
  static let asymmetric = [
    Vector3(-0.030, -0.040, 0), Vector3(0.030, -0.035, 0.003), Vector3(-0.010, 0.045, -0.004),
    Vector3(0.025, 0.030, 0.006),
  ]

  init(board: Board = Self.board(), rendering: StereoRendering = .linear) throws {
    folder = try TemporaryDirectory()
    self.board = board
    filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(rate: board.capture.rate),
      rendering: rendering, cacheDirectory: TestForm.cache)
  }

  static func board(
    _ positions: [Vector3] = asymmetric, format: CaptureFormat = .s32, channels: Int? = nil
  ) -> Board {
    let microphones = positions.enumerated().map {
      Microphone(name: "MIC\($0.offset + 1)", channel: $0.offset, position: $0.element)
    }
    func source(_ face: DeviceFace, _ name: String) -> DataSource {
      DataSource(
        name: name, orientation: face, forward: face.direction,
        patterns: [.stereo, .omni, .cardioid], microphones: Array(positions.indices))
    }
    return Board(
      id: "test", name: "Test", source: "made for tests",
      capture: Capture(
        device: "none", channels: channels ?? positions.count, format: format),
      microphones: microphones, dataSources: [source(.back, "Back"), source(.front, "Front")])
  }

  /// Runs the simulator: the outcome, with the events by their times.
  func run(
    _ scenario: String, duration: Double, configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Simulator.Outcome {
    let text = "board = \"test\"\nduration = \(duration)\n" + scenario
    let parsed = try Scenario.parse(text: text, name: folder.file("scenario.toml"))
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.form.preRollSeconds = 0
    configure(&configuration)
    return try Simulator(scenario: parsed, board: board)
      .run(configuration: configuration, filters: filters)
  }

  /// The samples of a take, `[channel][frame]`.
  func samples(_ path: String) throws -> [[Float]] {
    var reader = try WAVReader.open(path: path)
    var interleaved = [Float](repeating: 0, count: reader.frames * reader.channels)
    let frames = try interleaved.withUnsafeMutableBufferPointer {
      try reader.read(into: $0.baseAddress!, frames: $0.count / reader.channels)
    }
    return (0..<reader.channels).map { channel in
      (0..<frames).map { interleaved[$0 * reader.channels + channel] }
    }
  }

  /// The audio of a file as words, for comparisons bit for bit.
  func words(_ path: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: path)
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    let frames = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: $0.count / reader.channels)
    }
    #expect(frames == reader.frames)
    return words
  }

  /// Decibels by which the left channel is louder than the right one.
  func leftOverRight(_ path: String, from start: Double = 0, to end: Double? = nil) throws -> Double
  {
    let channels = try samples(path)
    let first = Int(start * Double(board.capture.rate))
    let last = end.map { Int($0 * Double(board.capture.rate)) } ?? channels[0].count
    func energy(_ channel: [Float]) -> Double {
      channel[first..<min(last, channel.count)].reduce(0) { $0 + Double($1) * Double($1) }
    }
    return Self.decibels(energy(channels[0]) / energy(channels[1]))
  }

  static func decibels(_ ratio: Double) -> Double { 10 * log10(ratio) }
}

extension SimulatedTakes {
  /// Noise from one side, from the start to the end.
  static func noise(azimuth: Double) -> String {
    """
    [[source]]
    noise = "pink"
    azimuth = \(azimuth)
    distance = "far"
    level = -30.0
    start = 0.0

    """
  }

  /// One thing that a hand does.
  static func hand(_ at: Double, _ what: String) -> String { "[[hand]]\nat = \(at)\n\(what)\n" }

  /// One thing that goes wrong.
  static func fault(_ at: Double, _ what: String) -> String { "[[fault]]\nat = \(at)\n\(what)\n" }

  /// Record is pressed, and pressed again.
  static func take(from start: Double, to end: Double) -> String {
    hand(start, "press = \"record\"") + hand(end, "press = \"record\"")
  }
}
