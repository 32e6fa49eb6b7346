import Acoustics
import Boards
import Calibration
import Diagnostics
import Glibc
import SimulatedBoard
import TestSupport
import Testing

/// A specimen of a board that differs from its file, and sounds around it, drawn from a seed.
struct CalibrationScene {
  /// The board as its file describes it.
  let board: Board
  /// The board as it is.
  let specimen: Board
  /// The stated directions and times of the sounds.
  let sounds: [RoughSound]
  /// The true directions of the sounds.
  let truth: [Vector3]
  private let distances: [Double]
  private let seed: UInt64

  /// The differences of a specimen and its sounds from what is said of them.
  struct Errors {
    var gain = 3.0
    var delay = 20e-6
    var position = 0.0005
    var degrees = 15.0
    /// True when channels are permuted and inverted.
    var isMixed = true
    /// True when the sounds are waves from far away: the simulated box knows no others.
    var isFar = false
    /// dBFS of the sounds, and of a noise from elsewhere.
    var level = -25.0
    var background = -60.0
    /// Seconds that a sound lasts; `nil` for as long as there is room.
    var clapSeconds: Double?
  }

  let errors: Errors

  private let length: Double
  private static let pauseSeconds = 0.05

  init(
    _ board: Board, from stated: [Vector3], seed: UInt64, errors: Errors = Errors(),
    length: Double = 0.15
  ) {
    self.length = length
    var random = SeededGenerator(seed: seed)
    func even(_ limit: Double) -> Double { Double.random(in: -limit...limit, using: &random) }
    var specimen = board
    if errors.isMixed {
      let channels = board.microphones.map(\.channel).shuffled(using: &random)
      for n in specimen.microphones.indices {
        specimen.microphones[n].channel = channels[n]
        specimen.microphones[n].isInverted = Bool.random(using: &random)
      }
    }
    for n in specimen.microphones.indices {
      specimen.microphones[n].gain = even(errors.gain)
      specimen.microphones[n].delay = even(errors.delay)
      specimen.microphones[n].position += Vector3(
        even(errors.position), even(errors.position), even(errors.position))
    }
    self.board = board
    self.specimen = specimen
    self.errors = errors
    self.seed = seed
    truth = stated.map { Self.turned($0, by: errors.degrees, using: &random) }
    distances = stated.map { _ in
      errors.isFar ? .infinity : Double.random(in: 1...2, using: &random)
    }
    sounds = stated.enumerated().map { index, direction in
      let start = Self.pauseSeconds + Double(index) * (length + Self.pauseSeconds)
      return RoughSound(
        name: "sound \(index + 1)", start: start, end: start + length,
        direction: direction, spread: 12,
        distance: errors.isFar ? .infinity : RoughSound.usualDistance)
    }
  }

  /// A direction that is off by up to so many degrees to the side and up.
  private static func turned(
    _ direction: Vector3, by degrees: Double, using random: inout SeededGenerator
  ) -> Vector3 {
    let side = cross(direction, abs(direction.z) < 0.9 ? Vector3(0, 0, 1) : Vector3(1, 0, 0))
      .normalized
    let up = cross(side, direction)
    let limit = degrees * .pi / 180
    let (a, b) = (
      Double.random(in: -limit...limit, using: &random),
      Double.random(in: -limit...limit, using: &random)
    )
    return (direction + side * tan(a) + up * tan(b)).normalized
  }

  /// Records the sounds with the specimen, one after the other.
  ///
  /// - Parameter responses: of the board's box.
  func recording(_ responses: BodyResponses? = nil) throws -> CapturedSound {
    var samples: [Int32] = []
    var (rate, channels) = (board.capture.rate, board.capture.channels)
    for (index, direction) in truth.enumerated() {
      let distance = distances[index]
      var sources = [
        SoundSource(
          sound: .noise(errors.clapSeconds == nil ? .pink : .white),
          position: .device(direction, distance.isFinite ? .metres(distance) : .far),
          level: errors.level, start: Self.pauseSeconds,
          until: errors.clapSeconds.map { Self.pauseSeconds + $0 })
      ]
      if errors.background.isFinite {
        sources.append(
          SoundSource(
            sound: .noise(.pink), position: .device(Vector3(1, 2, -1), .far),
            level: errors.background))
      }
      let seconds = length + Self.pauseSeconds
      let scenario = Scenario(
        board: board.id, duration: seconds, seed: seed &* 1000 &+ UInt64(index), sources: sources)
      guard let layouts = LayoutTimeline(hands: [], board: specimen, rate: rate) else { break }
      var scene = try SceneRenderer(
        scenario: scenario, board: specimen, layouts: layouts, body: responses)
      (rate, channels) = (scene.rate, scene.channels)
      let frames = Int(seconds * Double(rate))
      var part = [Int32](repeating: 0, count: frames * channels)
      part.withUnsafeMutableBufferPointer { buffer in
        if let start = buffer.baseAddress { scene.render(into: start, frames: frames) }
      }
      samples += part
    }
    return CapturedSound(
      samples: samples, channels: channels, rate: rate, format: board.capture.format)
  }

  /// The text of a board file.
  static func text(path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Sounds from all around in the plane of x and y, some from each of eight sides, and from above and below.
  static func around(times: Int) -> [Vector3] {
    let ring = (0..<8).map { side -> Vector3 in
      let angle = Double(side) * .pi / 4
      return Vector3(sin(angle), cos(angle), 0)
    }
    return (0..<times).flatMap { _ in ring } + [Vector3(0, 0, 1), Vector3(0, 0, -1)]
  }

  /// Sounds from both ends of the x axis.
  static func ends(times: Int) -> [Vector3] {
    (0..<times).flatMap { _ in [Vector3(1, 0, 0), Vector3(-1, 0, 0)] }
  }
}

extension RoughSound {
  /// The time in which a person was told to make the sound.
  var prompt: RoughSound {
    var prompt = self
    prompt.start -= 0.03
    return prompt
  }
}
