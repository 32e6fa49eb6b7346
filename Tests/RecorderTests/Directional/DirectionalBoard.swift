import Acoustics
import Beamforming
import Boards
import Glibc
import Realtime
import Recorder
import TestSupport
import Testing

/// Boards in free air and sounds that are sums of tones: exact at every microphone.
struct DirectionalBoard: Sendable, CustomTestStringConvertible {
  var name: String
  var positions: [Vector3]

  /// Two bottom microphones, one at the top and one in the back, as in a phone; a ring; a pair: both upright planar.
  static let phone = DirectionalBoard(
    name: "phone",
    positions: [
      Vector3(-0.022, -0.0735, 0), Vector3(0.022, -0.0735, 0), Vector3(0, 0.069, 0.004),
      Vector3(0.018, 0.061, -0.004),
    ])
  static let ring = DirectionalBoard(
    name: "ring",
    positions: [
      Vector3(0, 0.0405, 0), Vector3(0.0405, 0, 0), Vector3(0, -0.0405, 0), Vector3(-0.0405, 0, 0),
    ])
  static let pair = DirectionalBoard(
    name: "pair", positions: [Vector3(-0.03, 0, 0), Vector3(0.03, 0, 0)])
  /// As far from each other as the ears of a head.
  static let widePair = DirectionalBoard(
    name: "wide pair", positions: [Vector3(-0.08, 0, 0), Vector3(0.08, 0, 0)])

  var testDescription: String { name }

  var board: Board {
    func source(_ face: DeviceFace, _ name: String) -> DataSource {
      DataSource(
        name: name, orientation: face, forward: face.direction, patterns: [.stereo, .omni],
        microphones: Array(positions.indices))
    }
    return Board(
      id: name, name: name, source: "made for tests",
      capture: Capture(device: "none", channels: positions.count, format: .float),
      microphones: positions.enumerated().map {
        Microphone(name: "M\($0.offset)", channel: $0.offset, position: $0.element)
      }, dataSources: [source(.back, "Back"), source(.front, "Front")])
  }

  func store(_ rendering: StereoRendering) -> FilterStore {
    FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(frontEmphasis: 0),
      rendering: rendering, cacheDirectory: TestForm.cache)
  }

  func design(
    _ rendering: StereoRendering,
    _ which: Board.Case = Board.Case(dataSource: 0, orientation: .portrait)
  ) throws -> Design {
    try store(rendering).ready(which, pattern: .stereo)
  }

  /// Left and right of what microphones hear.
  func render(_ design: Design, _ heard: [[Float]]) -> [[Float]] {
    let frames = heard[0].count
    let words = (0..<frames).flatMap { n in heard.map { Int32(bitPattern: $0[n].bitPattern) } }
    var renderer = TakeRenderer(
      TakeRendererConfiguration(
        design: design, board: board, channels: heard.count, format: .float, lowCutHertz: nil,
        limits: false))
    let room = renderer.maximumOutput(frames: frames) * 2
    var output = [Float](repeating: 0, count: room)
    let first = renderer.render(words, frames: frames, into: &output)
    var both = Array(output.prefix(2 * first))
    while true {
      let rest = renderer.finish(into: &output)
      if rest == 0 { break }
      both += output.prefix(2 * rest)
    }
    return (0..<2).map { ear in (0..<frames).map { both[2 * $0 + ear] } }
  }

  /// A noise-like sum of tones from an azimuth (counter-clockwise, degrees), as the microphones hear it: in the air, or
  /// in the surface of a rigid ball around the origin.
  func sound(
    from azimuth: Double, in which: Board.Case = Board.Case(dataSource: 0, orientation: .portrait),
    frames: Int = 14_400, tones: Int = 160, seed: UInt64 = 1, ball radius: Double? = nil
  ) throws -> [[Float]] {
    var seeded = SeededGenerator(seed: seed)
    let layout = try requireLayout(board, which)
    let towards = layout.device(Vector3(cos(azimuth * .pi / 180), sin(azimuth * .pi / 180), 0))
    var heard = [[Float]](repeating: [Float](repeating: 0, count: frames), count: positions.count)
    for tone in 0..<tones {
      let place = (Double(tone) + Double.random(in: 0..<1, using: &seeded)) / Double(tones)
      let frequency = 150 * pow(80, place)
      let phase = Double.random(in: 0..<(2 * .pi), using: &seeded)
      for (n, position) in positions.enumerated() {
        let step = turn(by: 2 * .pi * frequency / 48_000)
        var start = turn(by: 2 * .pi * frequency * dot(position, towards) / 343)
        if let radius {
          start = RigidSphere(ka: 2 * .pi * frequency * radius / 343)
            .response(cosine: dot(position.normalized, towards))
        }
        start = start * turn(by: phase)
        var (sine, cosine) = (start.im, start.re)
        for frame in 0..<frames {
          heard[n][frame] += Float(0.02 * sine)
          (sine, cosine) = (
            sine * step.re + cosine * step.im, cosine * step.re - sine * step.im
          )
        }
      }
    }
    return heard
  }

  /// The same sum of tones going round, counter-clockwise by so many degrees per second: in the middle of the frames it
  /// is at an azimuth.
  func moving(
    by speed: Double, through middle: Double, frames: Int = 28_800, tones: Int = 120,
    seed: UInt64 = 1
  ) throws -> [[Float]] {
    var seeded = SeededGenerator(seed: seed)
    let layout = try requireLayout(board, Board.Case(dataSource: 0, orientation: .portrait))
    let waves = (0..<tones).map { tone in
      let place = (Double(tone) + Double.random(in: 0..<1, using: &seeded)) / Double(tones)
      return (
        turn: 2 * Double.pi * 150 * pow(80, place),
        phase: Double.random(in: 0..<(2 * .pi), using: &seeded)
      )
    }
    var heard = [[Float]](repeating: [], count: positions.count)
    for frame in 0..<frames {
      let seconds = Double(frame - frames / 2) / 48_000
      let azimuth = (middle + speed * seconds) * .pi / 180
      let towards = layout.device(Vector3(cos(azimuth), sin(azimuth), 0))
      for (n, position) in positions.enumerated() {
        let time = seconds + dot(position, towards) / 343
        heard[n].append(
          waves.reduce(Float(0)) { $0 + Float(0.02 * sin($1.turn * time + $1.phase)) })
      }
    }
    return heard
  }

  /// Sound that no direction explains: noise of the microphones themselves.
  func selfNoise(frames: Int = 14_400) -> [[Float]] {
    var seeded = SeededGenerator(seed: 9)
    return positions.map { _ in
      (0..<frames).map { _ in Float.random(in: -0.1...0.1, using: &seeded) }
    }
  }
}

/// A number of magnitude 1.
private func turn(by angle: Double) -> Complex { Complex(cos(angle), sin(angle)) }

/// The layout of a case.
private func requireLayout(_ board: Board, _ which: Board.Case) throws -> Layout {
  guard let layout = board.layout(which) else { throw NoLayout() }
  return layout
}

private struct NoLayout: Error {}
