import Acoustics
import Boards
import Glibc
import SimulatedBoard
import TOML
import Testing

/// Wind on a row of microphones, at 16 kHz, measured against the formulas once more.
@Suite struct WindTests {
  private static let rate = 16000
  private static let frames = 4096

  /// A quiet board in portrait: forward is +z, the right of the listener -x.
  private static func signals(
    _ wind: WindSource, at positions: [Vector3], seconds: Int, seed: UInt64 = 1
  ) throws -> [[Float]] {
    var scenario = SceneFixture.scenario([], seed: seed)
    scenario.winds = [wind]
    let renderer = try SceneRenderer(
      scenario: scenario, board: SceneFixture.board(positions: positions, rate: rate),
      layouts: SceneFixture.upright)
    return SceneFixture.floats(renderer, frames: rate * seconds)
  }

  /// Mean powers and cross powers of windows, each as loud as the others, by bin.
  private static func spectra(
    _ one: [Float], _ other: [Float]
  ) -> (cross: [Complex], power: [Double], otherPower: [Double]) {
    let transform = RealFourierTransform(length: frames)
    var cross = [Complex](repeating: .zero, count: transform.bins)
    var powers = [[Double]](repeating: [Double](repeating: 0, count: transform.bins), count: 2)
    let shape: [Double] = (0..<frames).map { (n: Int) -> Double in
      let turn = 2 * Double.pi * Double(n) / Double(frames)
      return 0.5 - 0.5 * cos(turn)
    }
    for start in stride(from: 0, through: one.count - frames, by: frames / 2) {
      let parts: [[Double]] = [one, other].map { (signal: [Float]) -> [Double] in
        shape.indices.map { (n: Int) -> Double in Double(signal[start + n]) * shape[n] }
      }
      let loudness = parts[0].reduce(0) { $0 + $1 * $1 }
      guard loudness > 0 else { continue }
      let both = parts.map { transform.forward($0) }
      for bin in 0..<transform.bins {
        cross[bin] += both[0][bin] * both[1][bin].conjugate * (1 / loudness)
        powers[0][bin] += both[0][bin].power / loudness
        powers[1][bin] += both[1][bin].power / loudness
      }
    }
    return (cross, powers[0], powers[1])
  }

  /// Corcos' formula, written a second time: decay along and across the flow, carried on with 0.8 of the speed.
  private static func expected(
    along: Double, across: Double, speed: Double, frequency: Double
  ) -> Complex {
    let radians = 2 * Double.pi * frequency / (0.8 * speed)
    let magnitude = exp(-radians * (0.125 * abs(along) + 0.7 * across))
    return Complex(magnitude * cos(radians * along), -magnitude * sin(radians * along))
  }

  @Test(
    "neighbours hear as much of the same as Corcos' model says, later downstream",
    arguments: [
      // From straight ahead the air moves along -z, from the right along +x or -x.
      (Vector3(0, 0, -0.02), 0.02, 0.0, 0.0, 4.0), (Vector3(0, 0, 0.06), -0.06, 0.0, 0.0, 6.0),
      (Vector3(0, 0.01, 0), 0.0, 0.01, 0.0, 5.0), (Vector3(0.005, 0, 0), 0.0, 0.005, 0.0, 5.0),
      (Vector3(0, 0.003, -0.02), 0.02, 0.003, 0.0, 5.0),
    ])
  func coherence(
    place: Vector3, along: Double, across: Double, from: Double, speed: Double
  ) throws {
    let made = try Self.signals(
      WindSource(speed: speed, from: from), at: [.zero, place], seconds: 40)
    let (cross, one, other) = Self.spectra(made[1], made[0])
    for frequency in [40.0, 100, 200, 400, 800] {
      let step = Double(Self.rate) / Double(Self.frames)
      let first = Int(frequency * 0.9 / step)
      let bins = first...max(first + 3, Int(frequency * 1.1 / step))
      var (measured, wanted) = (Complex.zero, Complex.zero)
      for bin in bins {
        measured += cross[bin] * (1 / (one[bin] * other[bin]).squareRoot())
        wanted += Self.expected(
          along: along, across: across, speed: speed, frequency: Double(bin) * step)
      }
      let error = (measured - wanted).magnitude / Double(bins.count)
      // As far as so many seconds tell.
      let limit = 0.05 + 0.2 / Double(bins.count).squareRoot()
      #expect(error < limit, "\(frequency) Hz at \(place): \(measured) for \(wanted)")
    }
  }

  @Test("wind from the right reaches the microphone on the right first")
  func sides() throws {
    let layout = SceneFixture.upright.initial
    let right = layout.device(Direction(azimuth: 90).sceneVector) * 0.03
    let made = try Self.signals(
      WindSource(speed: 6, from: 90), at: [right, right * -1], seconds: 20)
    let (cross, one, other) = Self.spectra(made[1], made[0])
    // 60 mm at 4.8 m/s are 12.5 ms: at 20 Hz the left one is a quarter of a period late.
    let bin = Int((20 * Double(Self.frames) / Double(Self.rate)).rounded())
    let coherence = cross[bin] * (1 / (one[bin] * other[bin]).squareRoot())
    #expect(abs(atan2(coherence.im, coherence.re) + .pi / 2) < 0.3)
  }

  @Test("the spectrum is even at low frequencies and falls by 12 dB per octave above")
  func spectrum() throws {
    let made = try Self.signals(WindSource(speed: 5, from: 0), at: [.zero], seconds: 40)
    let power = Self.spectra(made[0], made[0]).power
    func level(_ frequency: Double) -> Double {
      let centre = frequency * Double(Self.frames) / Double(Self.rate)
      let bins = Int(centre * 0.84)...Int(centre * 1.19)
      return 10 * log10(bins.reduce(0) { $0 + power[$1] } / Double(bins.count))
    }
    #expect(abs(level(25) - level(50)) < 2)
    // Wholly 12 dB far above the corner, which is at 215 Hz.
    for (frequency, wanted) in [(400.0, 10.3), (800, 11.6), (1600, 11.9)] {
      let fall = level(frequency) - level(2 * frequency)
      #expect(abs(fall - wanted) < 0.8, "\(frequency) Hz: \(fall)")
    }
  }

  @Test("the level rises with the square of the speed, or is what the scenario says")
  func levels() throws {
    var wind = WindSource(speed: 5, from: 0)
    #expect(abs(WindSource(speed: 10, from: 0).meanLevel - wind.meanLevel - 12.04) < 0.01)
    let usual = try Self.signals(wind, at: [.zero], seconds: 2)
    wind.level = wind.meanLevel + 6
    let louder = try Self.signals(wind, at: [.zero], seconds: 2)
    let ratio = SceneFixture.decibels(
      SceneFixture.rootMeanSquare(louder[0]) / SceneFixture.rootMeanSquare(usual[0]))
    #expect(abs(ratio - 6) < 1e-3)
  }

  @Test("microphones differ by 3 dB, gusts by 5 dB, and the mean is what is told")
  func spread() throws {
    // Far from each other: what a seed gives one of them says nothing of the next.
    let places = (0..<16).map { Vector3(0, Double($0), 0) }
    let made = try Self.signals(
      WindSource(speed: 5, from: 0, level: -20), at: places, seconds: 60)
    let levels = made.map { SceneFixture.decibels(SceneFixture.rootMeanSquare($0)) + 3.01 }
    let mean = levels.reduce(0, +) / 16
    let deviation = (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 15).squareRoot()
    #expect(abs(mean + 20) < 2.5)
    #expect((2...4.2).contains(deviation), "\(deviation)")
    let hops = stride(from: 0, to: made[0].count, by: Self.rate / 4).map {
      SceneFixture.decibels(SceneFixture.rootMeanSquare(made[0][$0..<($0 + Self.rate / 4)]))
    }
    let middle = hops.reduce(0, +) / Double(hops.count)
    let gusts = hops.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(hops.count)
    #expect((3.5...7).contains(gusts.squareRoot()), "\(gusts.squareRoot())")
  }

  @Test("it blows from its start to its end, and the same scenario gives the same samples")
  func times() throws {
    let wind = WindSource(speed: 5, from: 0, start: 0.5, until: 1.5)
    let places = [Vector3.zero, Vector3(0, 0.02, 0)]
    let made = try Self.signals(wind, at: places, seconds: 2)
    #expect(made[0][..<8000].allSatisfy { $0 == 0 } && made[0][24000...].allSatisfy { $0 == 0 })
    #expect(SceneFixture.rootMeanSquare(made[0][9000..<23000]) > 0.001)
    #expect(try Self.signals(wind, at: places, seconds: 2) == made)
    #expect(try Self.signals(wind, at: places, seconds: 2, seed: 2) != made)
  }

  @Test("a scenario file names it among its sources")
  func file() throws {
    let scenario = try Scenario.parse(
      text: """
        board = "fixture"
        duration = 10
        [[source]]
        wind = { speed = 5.0, from = -30.0 }
        [[source]]
        wind = { speed = 3, from = 90 }
        level = -30
        start = 2
        until = 4
        """, name: "scene.toml")
    #expect(scenario.sources.isEmpty)
    #expect(
      scenario.winds == [
        WindSource(speed: 5, from: -30),
        WindSource(speed: 3, from: 90, level: -30, start: 2, until: 4),
      ])
  }
}
