import Glibc
import PinnaCapture
import TakeFiles
import TestSupport
import Testing

/// A session on a simulated board of four microphones without any symmetry, whose time passes as the test says.
struct CaptureRig {
  let folder: TemporaryDirectory
  let session: CaptureSession

  /// Filters are designed once for all tests, and kept beside what is built.
  private static let cache =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/.build/filters"
  static let rate = 48_000

  static let board = """
    schema = 1
    name = "Test"
    source = "made for tests"
    [capture]
    device = "hw:CARD=test,DEV=0"
    channels = 4
    format = "S32_LE"
    rate = 48000
    period = 256
    buffer = 500
    gain-controls = ["Mic"]

    """
    + [(-30, -40, 0), (30, -35, 3), (-10, 45, -4), (25, 30, 6)].enumerated().map {
      """
      [[microphone]]
      name = "MIC\($0 + 1)"
      channel = \($0)
      position = [\($1.0).0, \($1.1).0, \($1.2).0]

      """
    }.joined()
    + [("Back", -1), ("Front", 1)].map {
      """
      [[data-source]]
      name = "\($0)"
      orientation = "\($0.lowercased())"
      forward = [0.0, 0.0, \($1).0]
      patterns = ["stereo", "omni", "cardioid"]

      """
    }.joined()
      + """
      [orientation]
      mode = "hand-held"
      """

  /// A session that makes takes in a folder of its own.
  init(
    _ sounds: [SimulatedSound] = [SimulatedSound(.noise, azimuth: 60)],
    held: InputOrientation = .portrait, preRoll: Double = 0, keepsRaw: Bool = false,
    restarts: Bool = false, makesTakes: Bool = true
  ) throws {
    folder = try TemporaryDirectory()
    try folder.write(Array(Self.board.utf8), to: "test.toml")
    var configuration = CaptureConfiguration(cacheDirectory: Self.cache)
    if makesTakes {
      configuration.takes = TakeSettings(
        directory: folder.file("takes"), keepsRaw: keepsRaw, preRollSeconds: preRoll,
        restartsAfterInterruption: restarts)
    }
    session = try CaptureSession(
      board: .simulated(
        folder.file("test.toml"), SimulatedScene(sounds, held: held, isManual: true)),
      configuration: configuration)
  }

  /// Lets time pass.
  func pass(_ seconds: Double) async throws {
    try await #require(session.simulation).advance(seconds: seconds)
  }

  /// Activates the session, and waits until its filters are there.
  func activate() async throws {
    try await session.activate()
    // Time stands still meanwhile; this asks as often as it takes.
    while try await !session.status.isReady { letOthersRun() }
  }

  /// Frames of a buffer as they are pulled: at most so many.
  static func pulled(_ pull: SoundPull, frames: Int) -> (PullOutcome, [Float]) {
    var outcome = PullOutcome.waiting
    let samples = [Float](unsafeUninitializedCapacity: frames * pull.channels) { memory, count in
      guard let base = memory.baseAddress else { return }
      outcome = pull.pull(into: base, frames: frames)
      if case .frames(let frames, _) = outcome { count = frames * pull.channels }
    }
    return (outcome, samples)
  }

  /// The samples of a file, interleaved, and their channels.
  static func samples(_ path: String) throws -> (samples: [Float], channels: Int) {
    var reader = try WAVReader.open(path: path)
    var interleaved = [Float](repeating: 0, count: reader.frames * reader.channels)
    let frames = try interleaved.withUnsafeMutableBufferPointer {
      try reader.read(into: #require($0.baseAddress), frames: $0.count / reader.channels)
    }
    #expect(frames == reader.frames)
    return (interleaved, reader.channels)
  }

  /// Decibels by which the left channel is louder than the right one.
  static func leftOverRight(_ interleaved: [Float]) -> Double {
    var (left, right) = (0.0, 0.0)
    for (index, sample) in interleaved.enumerated() {
      if index % 2 == 0 {
        left += Double(sample * sample)
      } else {
        right += Double(sample * sample)
      }
    }
    return 10 * log10(left / right)
  }
}
