import Boards
import Diagnostics
import SimulatedBoard
import Testing

/// Boards in a room with traffic outside and a voice.
enum SoundRoom {
  /// Four microphones in the places of a phone's.
  static let board: Board = {
    let places: [(Double, Double, Double)] = [
      (-22, -73.5, 0), (22, -73.5, 0), (0, 69, 4), (18, 61, -4),
    ]
    return Board(
      id: "four", name: "Four microphones", source: "test",
      capture: Capture(device: "hw:CARD=test", channels: 4),
      microphones: places.enumerated().map { index, place in
        Microphone(
          name: "MIC\(index + 1)", channel: index,
          position: Vector3(place.0 / 1000, place.1 / 1000, place.2 / 1000))
      },
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: Vector3(0, 0, -1),
          patterns: [.stereo], microphones: [0, 1, 2, 3])
      ],
      simulation: SimulatedSpread(noise: -90, gainError: 0.2, phaseError: 1, positionError: 0.0003))
  }()

  /// Some seconds of a board, as its capture device would give them.
  static func sound(
    seed: UInt64, board: Board = SoundRoom.board, level: Double = -45,
    azimuths: [Double]? = nil, elevation: Double = 0
  ) throws -> CapturedSound {
    let turned = azimuths ?? [Double(seed % 360) - 180, Double(seed * 7 % 360) - 180]
    let scenario = Scenario(
      board: board.id, duration: 3, seed: seed,
      sources: turned.enumerated().map { index, azimuth in
        SoundSource(
          sound: .noise(.pink),
          position: .listener(
            Direction(azimuth: azimuth, elevation: index == 0 ? elevation : 20), .far),
          level: level - 6 * Double(index))
      })
    let layouts = try #require(LayoutTimeline(hands: [], board: board, rate: board.capture.rate))
    var scene = try SceneRenderer(scenario: scenario, board: board, layouts: layouts)
    let frames = 3 * scene.rate
    var samples = [Int32](repeating: 0, count: frames * scene.channels)
    samples.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { scene.render(into: start, frames: frames) }
    }
    return CapturedSound(
      samples: samples, channels: scene.channels, rate: scene.rate, format: board.capture.format)
  }

  /// The findings that warn or fail.
  static func complaints(_ sound: CapturedSound, board: Board = SoundRoom.board) -> [Finding] {
    SoundChecks(sound, board: board).findings.filter { $0.verdict == .warn || $0.verdict == .fail }
  }
}
