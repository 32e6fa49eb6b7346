import Boards
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import SimulatedBoard

/// A scene that a person changes while it sounds, sample by sample.
@Suite struct LiveSceneTests {
  private let board = SceneFixture.board()

  private func scene(
    _ scenario: Scenario
  ) throws -> (renderer: SceneRenderer, live: LiveScene) {
    let live = LiveScene(scenario, layout: SceneFixture.upright.initial)
    let renderer = try SceneRenderer(
      scenario: scenario, board: board, layouts: SceneFixture.upright, live: live)
    return (renderer, live)
  }

  /// The next frames of the first microphone.
  private func next(_ renderer: inout SceneRenderer, _ frames: Int) -> [Float] {
    var words = [Int32](repeating: 0, count: frames * renderer.channels)
    renderer.render(into: &words, frames: frames)
    return (0..<frames).map { Float(bitPattern: UInt32(bitPattern: words[$0 * renderer.channels])) }
  }

  @Test("a tone that is led around makes no click")
  func click() throws {
    var (renderer, live) = try scene(
      SceneFixture.scenario([
        SoundSource(
          sound: .tone(frequency: 250),
          position: .listener(Direction(azimuth: -60, elevation: 0), .far), level: -20)
      ]))
    var signal: [Float] = []
    for step in 0..<20 {
      signal += next(&renderer, 1111)
      live.change { $0.azimuth = -60 + 15 * Double(step) }
      guard step == 10, let turned = Layout(forward: Vector3(0, 0, 1), up: Vector3(1, 0, 0)) else {
        continue
      }
      live.change { $0.layout = turned }
    }
    // The curvature of the tone is (2 pi f / rate)^2 of its peak; a click of 1 % of the peak has ten times as much.
    var most: Float = 0
    for n in 2000..<signal.count {
      let bend: Float = signal[n] - 2 * signal[n - 1] + signal[n - 2]
      most = max(most, abs(bend))
    }
    #expect(most < 0.001)
  }

  @Test("the sounds begin anew after the duration of the scenario, and so does a path")
  func again() throws {
    var scenario = SceneFixture.scenario([
      SoundSource(
        sound: .tone(frequency: 1000),
        position: .path([
          .init(time: 0, direction: Direction(azimuth: -90, elevation: 0), distance: 1),
          .init(time: 0.5, direction: Direction(azimuth: 90, elevation: 0), distance: 2),
        ]), level: -20, start: 0.1, until: 0.4)
    ])
    scenario.duration = 0.5
    var (renderer, live) = try scene(scenario)
    let (first, second) = (next(&renderer, 24000), next(&renderer, 24000))
    #expect(SceneFixture.rootMeanSquare(first[6000..<18000]) > 0.01)
    #expect(zip(first, second).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(live.walker == nil && live.azimuth == nil)
  }

  @Test("a scenario without wind starts calm and silent, and one with wind starts with it")
  func calm() throws {
    let quiet = SceneFixture.scenario([])
    #expect(try scene(quiet.withWind).live.wind == .light)
    let live = LiveScene(quiet, layout: SceneFixture.upright.initial)
    #expect(live.wind == .calm)
    // The renderer has a wind all the same, which a person can raise.
    var renderer = try SceneRenderer(
      scenario: quiet.withWind, board: board, layouts: SceneFixture.upright, live: live)
    #expect(SceneFixture.rootMeanSquare(next(&renderer, 48_000)) < 1e-9)
    live.change { $0.wind = .strong }
    _ = next(&renderer, 48_000)
    #expect(SceneFixture.rootMeanSquare(next(&renderer, 48_000)) > 1e-4)
  }

  @Test("wind is calm, light and four times as loud")
  func wind() throws {
    var (renderer, live) = try scene(SceneFixture.scenario([]).withWind)
    func level(_ wind: LiveScene.Wind) -> Double {
      live.change { $0.wind = wind }
      // The strength follows within some tenths of a second.
      _ = next(&renderer, 192_000)
      return SceneFixture.decibels(SceneFixture.rootMeanSquare(next(&renderer, 960_000)))
    }
    let (light, strong, calm) = (level(.light), level(.strong), level(.calm))
    // Gusts of 5 dB stay in the mean over 20 s.
    #expect(abs(strong - light - 12) < 4, "\(light) dB, \(strong) dB")
    #expect(calm < light - 60)
  }

  @Test("the voice says the direction that it is in, where its words are installed")
  func words() throws {
    let folder = try TemporaryDirectory()
    let places = [0.0, 45, 90, 135, 180, -135, -90, -45]
    let names = [
      "Front_Center", "Front_Right", "Side_Right", "Rear_Right", "Rear_Center", "Rear_Left",
      "Side_Left", "Front_Left",
    ]
    #expect(!SpokenWord.areThere(in: folder.path))
    for (index, name) in names.enumerated() {
      var writer = try WAVWriter.create(
        path: folder.file(name + ".wav"),
        format: AudioFormat(rate: 48000, channels: 1, samples: .f32))
      let samples = [Float](repeating: Float(index + 1) / 10, count: 480)
      try writer.append(samples: samples.map { Int32(bitPattern: $0.bitPattern) }, frames: 480)
      try writer.finish()
    }
    #expect(SpokenWord.areThere(in: folder.path))
    let words = try SpokenWord.all(in: folder.path, rate: 48000)
    for (index, place) in places.enumerated() {
      for offset in [-20.0, 0, 20] {
        let nearest = SpokenWord.nearest(to: place + offset, in: words)
        #expect(words[nearest].samples.first == Float(index + 1) / 10)
      }
    }
  }

  @Test(
    "a synthetic voice has pauses, onsets and a wide spectrum, and never blows up",
    arguments: [60.0, 110, 200, 400])
  func voice(_ pitch: Double) throws {
    for rate in [16000.0, 48000, 96000] {
      var random = SeededRandom(seed: 1, purpose: .source, index: 0)
      let samples = SyntheticVoice.samples(pitch: pitch, rate: rate, random: &random)
      #expect(abs(Double(samples.count) / rate - SyntheticVoice.seconds) < 0.001)
      let level = SceneFixture.rootMeanSquare(samples)
      #expect(level > 0 && samples.allSatisfy { abs($0) < Float(12 * level) })
      // Five pauses of 60 ms.
      let silent = samples.filter { $0 == 0 }.count
      #expect(Double(silent) / rate > 0.28)
    }
  }
}
