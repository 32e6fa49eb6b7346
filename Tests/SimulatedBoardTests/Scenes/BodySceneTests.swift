import Acoustics
import Boards
import Glibc
import SimulatedBoard
import Testing

/// Sounds on bodies with responses, against those responses computed apart.
@Suite struct BodySceneTests {
  private static let box = Body(size: Vector3(0.08, 0.16, 0.04), model: .box)
  private static let echoes = [
    Vector3(0.03, -0.02, 0.01), Vector3(-0.03, 0.05, -0.01), Vector3(0.01, 0.02, 0.018),
    Vector3(-0.02, -0.06, 0.0),
  ]

  /// The weights with which microphone n receives the waves at its own place and at another one; together 1, as at
  /// frequency 0.
  private static func weight(_ microphone: Int, echo: Bool) -> Double {
    let echoed = 0.1 + 0.1 * Double(microphone)
    return echo ? echoed : 1 - echoed
  }

  /// A body on which every microphone receives two waves: no real one, but its responses are known in closed form.
  private static let body: BodyResponses = {
    let places = SceneFixture.positions
    let count = places.count
    let frequencies = 64
    var weights = [Float](repeating: 0, count: 2 * count * frequencies * count * 2)
    for point in 0..<(2 * count) {
      for frequency in 0..<frequencies {
        let n = point % count
        let index = ((point * frequencies + frequency) * count + n) * 2
        weights[index] = Float(weight(n, echo: point >= count))
      }
    }
    return BodyResponses(
      .surface(
        SurfaceWeights(
          points: places + echoes, microphones: places, step: 375, frequencies: frequencies,
          weights: weights)))
  }()

  private static func expected(
    _ microphone: Int, from direction: Vector3, _ frequency: Double
  ) -> Complex {
    let places = [SceneFixture.positions[microphone], echoes[microphone]]
    return places.enumerated().reduce(Complex.zero) { sum, place in
      sum + PlaneWave.pressure(at: place.element, from: direction, frequency: frequency)
        * weight(microphone, echo: place.offset == 1)
    }
  }

  /// Level and time of a tone against what the responses say.
  private func expectTone(
    _ direction: Vector3, _ frequency: Double, rate: Int = 48000,
    change: (inout [Microphone]) -> Void = { _ in }
  ) throws {
    let board = SceneFixture.board(rate: rate, body: Self.box, change: change)
    let source = SoundSource(
      sound: .tone(frequency: frequency), position: .device(direction, .far), level: 0)
    let renderer = try SceneRenderer(
      scenario: SceneFixture.scenario([source]), board: board, layouts: SceneFixture.upright,
      body: Self.body)
    #expect(renderer.notes.isEmpty)
    let signals = SceneFixture.floats(renderer, frames: rate / 5)
    for (n, microphone) in board.microphones.enumerated() {
      let (amplitude, phase) = SceneFixture.tone(
        signals[n], (rate / 10)..<(rate / 5), frequency: frequency, rate: rate)
      let wanted = Self.expected(n, from: direction, frequency)
      let level = SceneFixture.decibels(amplitude / wanted.magnitude) + microphone.gain
      #expect(abs(level) < 0.1, "\(n), \(frequency) Hz, \(direction)")
      let late = 2 * .pi * frequency * microphone.delay
      let error = SceneFixture.wrapped(phase + late - atan2(wanted.im, wanted.re))
      #expect(abs(error) < 0.01 + 2 * .pi * frequency * 0.2e-6, "\(n), \(frequency) Hz")
    }
  }

  @Test("Every direction gives the responses of the body, with their levels and times")
  func directions() throws {
    let directions = [
      Vector3(0.48, 0.6, 0.64), Vector3(-0.36, 0.48, -0.8), Vector3(0, 0, 1), Vector3(0, 0, -1),
      Vector3(1, 0, 0), Vector3(0.8, -0.6, 0), Vector3(0.01, -0.02, 0.999).normalized,
    ]
    for direction in directions {
      for frequency in [100.0, 1000, 7010, 15000] { try expectTone(direction, frequency) }
    }
  }

  @Test("At every sample rate, with what the board file says of gains and delays")
  func rates() throws {
    for rate in [16000, 44100, 96000] {
      for frequency in [200.0, 3000, 6300] {
        try expectTone(Vector3(0.48, 0.6, 0.64), frequency, rate: rate) { microphones in
          microphones[2].gain = 3
          microphones[3].delay = 12.3e-6
        }
      }
    }
  }

  @Test("A source that moves is in the right place at every frame")
  func moving() throws {
    let frequency = 2000.0
    let path = [
      SoundSource.PathPoint(time: 0, direction: Direction(azimuth: -90), distance: 2),
      SoundSource.PathPoint(
        time: 1, direction: Direction(azimuth: 270, elevation: 30), distance: 2),
    ]
    let source = SoundSource(sound: .tone(frequency: frequency), position: .path(path), level: 0)
    let board = SceneFixture.board(body: Self.box)
    let renderer = try SceneRenderer(
      scenario: SceneFixture.scenario([source]), board: board, layouts: SceneFixture.upright,
      body: Self.body)
    #expect(renderer.notes == [.planeWavesOnBody])
    let signals = SceneFixture.floats(renderer, frames: 48000)
    let layout = SceneFixture.upright.initial
    var worst = 0.0
    for n in signals.indices {
      for frame in 480..<48000 {
        let t = Double(frame) / 48000
        let direction = Direction(azimuth: -90 + 360 * t, elevation: 30 * t)
        let response = Self.expected(n, from: layout.device(direction.sceneVector), frequency)
        let angle = 2 * .pi * frequency * t + atan2(response.im, response.re)
        worst = max(worst, abs(response.magnitude * sin(angle) - Double(signals[n][frame])))
      }
    }
    #expect(worst < 0.004)
  }

  @Test("A microphone that is not in its place hears the wave as much earlier or later")
  func displaced() throws {
    let frequency = 3000.0
    let simulation = SimulatedSpread(noise: -.infinity, positionError: 0.002)
    let board = SceneFixture.board(simulation: simulation, body: Self.box)
    let direction = Vector3(0.48, 0.6, 0.64)
    let source = SoundSource(
      sound: .tone(frequency: frequency), position: .device(direction, .far), level: 0)
    let renderer = try SceneRenderer(
      scenario: SceneFixture.scenario([source]), board: board, layouts: SceneFixture.upright,
      body: Self.body)
    let signals = SceneFixture.floats(renderer, frames: 9600)
    for (n, specimen) in renderer.specimens.enumerated() {
      let offset = specimen.position - SceneFixture.positions[n]
      #expect(offset.length > 1e-4)
      #expect((offset - specimen.offset).length < 1e-12)
      let wanted =
        Self.expected(n, from: direction, frequency)
        * PlaneWave.pressure(at: offset, from: direction, frequency: frequency)
      let (_, phase) = SceneFixture.tone(signals[n], 4800..<9600, frequency: frequency)
      let error = SceneFixture.wrapped(phase - atan2(wanted.im, wanted.re))
      #expect(abs(error) < 0.01)
    }
  }

  @Test("Without responses of the body a note says that it is not simulated")
  func ignored() throws {
    let scenario = SceneFixture.scenario([])
    let measured = Body(size: Vector3(1, 1, 1), model: .measured(file: "a.sofa"))
    for body in [Self.box, measured] {
      let board = SceneFixture.board(body: body)
      let alone = try SceneRenderer(
        scenario: scenario, board: board, layouts: SceneFixture.upright)
      #expect(alone.notes == [.bodyIgnored(body.model)])
      let whole = try SceneRenderer(
        scenario: scenario, board: board, layouts: SceneFixture.upright, body: Self.body)
      #expect(whole.notes.isEmpty)
    }
  }
}
