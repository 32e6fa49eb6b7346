import Boards
import Glibc
import SimulatedBoard

/// Boards, scenarios and measurements for the tests of the scene.
enum SceneFixture {
  /// Four microphones with no symmetry at all, in metres.
  static let positions = [
    Vector3(-0.022, -0.0735, 0.001), Vector3(0.031, -0.0611, -0.004), Vector3(0.005, 0.069, 0.004),
    Vector3(0.018, 0.048, -0.012),
  ]

  /// A quiet board whose samples are floats, so that nothing hides what is measured.
  static func board(
    positions: [Vector3] = Self.positions, rate: Int = 48000, channels: Int? = nil,
    simulation: SimulatedSpread = SimulatedSpread(noise: -.infinity), body: Body? = nil,
    change: (inout [Microphone]) -> Void = { _ in }
  ) -> Board {
    var microphones = positions.enumerated().map {
      Microphone(name: "MIC\($0.offset + 1)", channel: $0.offset, position: $0.element)
    }
    change(&microphones)
    func source(_ name: String, _ face: DeviceFace) -> DataSource {
      DataSource(
        name: name, orientation: face, forward: face.direction, patterns: [.stereo],
        microphones: Array(positions.indices))
    }
    return Board(
      id: "fixture", name: "Fixture", source: "made for tests",
      capture: Capture(
        device: "hw:CARD=none", channels: channels ?? positions.count, format: .float, rate: rate),
      microphones: microphones, body: body,
      dataSources: [source("Front", .front), source("Back", .back)], simulation: simulation)
  }

  static func scenario(
    _ sources: [SoundSource], seed: UInt64 = 1, faults: [Scenario.Fault] = []
  ) -> Scenario {
    Scenario(board: "fixture", duration: 10, seed: seed, sources: sources, faults: faults)
  }

  /// Portrait, front.
  static let upright = LayoutTimeline(
    initial: Layout(forward: Vector3(0, 0, 1), up: Vector3(0, 1, 0))!)

  /// The first frames of a scene as floats, `[channel][frame]`.
  static func floats(_ renderer: SceneRenderer, frames: Int) -> [[Float]] {
    words(renderer, frames: frames).map { $0.map { Float(bitPattern: UInt32(bitPattern: $0)) } }
  }

  /// The first frames of a scene, `[channel][frame]`.
  static func words(_ renderer: SceneRenderer, frames: Int) -> [[Int32]] {
    var renderer = renderer
    var words = [Int32](repeating: 1, count: frames * renderer.channels)
    renderer.render(into: &words, frames: frames)
    return (0..<renderer.channels).map { channel in
      stride(from: channel, to: words.count, by: renderer.channels).map { words[$0] }
    }
  }

  /// Amplitude, and phase against `sin(2 pi f n / rate)`, of a frequency with whole periods in the range.
  static func tone(
    _ signal: [Float], _ range: Range<Int>, frequency: Double, rate: Int = 48000
  ) -> (amplitude: Double, phase: Double) {
    var (re, im) = (0.0, 0.0)
    for n in range {
      let angle = 2 * Double.pi * frequency * Double(n) / Double(rate)
      re += Double(signal[n]) * sin(angle)
      im += Double(signal[n]) * cos(angle)
    }
    let scale = 2 / Double(range.count)
    return ((re * re + im * im).squareRoot() * scale, atan2(im, re))
  }

  static func rootMeanSquare(_ signal: some Collection<Float>) -> Double {
    (signal.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(signal.count)).squareRoot()
  }

  static func decibels(_ ratio: Double) -> Double { 20 * log10(abs(ratio)) }

  /// An angle between -pi and pi.
  static func wrapped(_ angle: Double) -> Double {
    angle - 2 * .pi * (angle / (2 * .pi)).rounded()
  }
}
