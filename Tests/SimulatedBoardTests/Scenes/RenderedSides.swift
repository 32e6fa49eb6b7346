import Acoustics
import Beamforming
import Boards
import Glibc
import Recorder
import TakeFiles
import TestSupport
import Testing

/// Renders files of a shipped board's microphones as `pinna render` does, and hears from which side their sound comes.
struct RenderedSides {
  let board: Board
  let folder: TemporaryDirectory
  /// The responses of the board's body, where it has any.
  let body: BodyResponses?
  private let designer: FilterDesigner

  /// Bodies take seconds to compute: once for all tests.
  private static let bodies = BodyStore(cacheDirectory: nil)

  /// A shipped board; `inTheAir` without its body.
  init(board id: String, inTheAir: Bool = false) throws {
    var board = try Self.library.load(id)
    if inTheAir { board.body?.model = .freeField }
    self.board = board
    folder = try TemporaryDirectory()
    body = try Self.bodies.responses(of: board)
    designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(rate: board.capture.rate), body: body
    )
  }

  func design(_ which: Board.Case) throws -> Design {
    try designer.design(which, pattern: .stereo)
  }

  /// Gives the signals at two ears from a file of microphones.
  func hear(_ microphones: String, design: Design, name: String) throws -> HeardSide {
    var form = TakeForm()
    (form.samples, form.lowCutHertz, form.limits) = (.f32, nil, false)
    let renderer = OfflineRenderer(
      board: board, design: design,
      form: form)
    let output = folder.file(name)
    let summary = try renderer.render(microphones, to: output)
    var reader = try WAVReader.open(path: output)
    var samples = [Float](repeating: 0, count: 2 * summary.frames)
    let frames = try samples.withUnsafeMutableBufferPointer {
      try reader.read(into: $0.baseAddress!, frames: summary.frames)
    }
    try #require(frames == summary.frames && reader.channels == 2)
    let left = (0..<frames).map { samples[2 * $0] }
    let right = (0..<frames).map { samples[2 * $0 + 1] }
    let localiser = try #require(Self.localisers[board.capture.rate])
    let heard = localiser.listen(left: left, right: right)
    let rate = board.capture.rate
    return HeardSide(
      levelDifference: 10 * log10(Self.power(left, rate: rate) / Self.power(right, rate: rate)),
      timeDifference: heard.timeDifference, azimuth: heard.azimuth)
  }

  /// The power from 0.5 to 4 kHz.
  private static func power(_ signal: [Float], rate: Int) -> Double {
    var length = 2
    while length < signal.count { length *= 2 }
    let padding = [Double](repeating: 0, count: length - signal.count)
    let spectrum = RealFourierTransform(length: length)
      .forward(signal.map(Double.init) + padding)
    let bins = (500 * length / rate)...(4000 * length / rate)
    return bins.reduce(0) { $0 + spectrum[$1].power }
  }
}

/// From which side a sound is heard.
struct HeardSide {
  /// Decibels by which the left channel is louder, 0.5 to 4 kHz.
  var levelDifference: Double
  /// Seconds by which the left channel is earlier.
  var timeDifference: Double
  /// Degrees, positive to the right.
  var azimuth: Double
}

extension RenderedSides {
  /// The root of the project.
  static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
  static let library = BoardLibrary(folders: [root + "/boards"])
  private static let localisers = [
    16000: Localiser(head: .spherical, rate: 16000),
    48000: Localiser(head: .spherical, rate: 48000),
  ]

  /// The side of the right channel, typed from the table of the eight cases and not computed.
  static func right(_ source: DeviceFace, _ orientation: InputOrientation?) -> DeviceFace? {
    switch (source, orientation) {
    case (.back, .portrait), (.front, .portraitUpsideDown): .right
    case (.back, .portraitUpsideDown), (.front, .portrait): .left
    case (.back, .landscapeLeft), (.front, .landscapeRight): .top
    case (.back, .landscapeRight), (.front, .landscapeLeft): .bottom
    // On a table, seen from above: a listener who faces the top edge has the right edge on the right.
    case (.top, nil): .right
    case (.right, nil): .bottom
    case (.bottom, nil): .left
    case (.left, nil): .top
    default: nil
    }
  }

  /// The direction of a source in the device frame, without any use of `Layout`.
  func direction(_ which: Board.Case, azimuth: Double) throws -> Vector3 {
    let source = board.dataSources[which.dataSource]
    let right = try #require(Self.right(source.orientation, which.orientation))
    // cos 60 and sin 60; the tests use no other angle.
    try #require(abs(azimuth) == 60)
    let sine = azimuth > 0 ? 0.75.squareRoot() : -0.75.squareRoot()
    return source.orientation.direction * 0.5 + right.direction * sine
  }

  /// True when an array of microphones has no extent from left to right in a case: two in a line, held upright.
  ///
  /// Typed, as the other table: of the boards that are shipped only the pairs have such cases.
  func hasNoSides(_ which: Board.Case) -> Bool {
    ["i2s-pair", "pdm-pair", "pi-i2s-2", "respeaker-2mic"].contains(board.id)
      && (which.orientation == .landscapeLeft || which.orientation == .landscapeRight)
  }
}

extension RenderedSides {
  /// Checks that the louder and the earlier ear is the one on the side of the source.
  ///
  /// Measured, worst of all boards and cases: 0.9 dB (the phone on its side, looking out of its back; then 2.4 dB), 348
  /// microseconds and 30 degrees (the phone upright).
  func expect(_ heard: HeardSide, from azimuth: Double, _ place: String) {
    let place = Comment(rawValue: "\(place): \(heard)")
    let side = azimuth > 0 ? 1.0 : -1
    #expect(-heard.levelDifference * side > 0.5, place)
    #expect(-heard.timeDifference * side > 250e-6, place)
    #expect(heard.azimuth * side > 20, place)
  }
}
