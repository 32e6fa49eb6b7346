import Acoustics
import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// Turning board and scene together changes nothing: from the sound in the air to the samples in the file.
@Suite struct TurnedSceneTests {
  private static let forward = Vector3(0, 0.8, 0.6)
  private static let up = Vector3(0, -0.6, 0.8)
  /// The directions of two sounds, in the device frame: one far, one near.
  private static let sounds: [(SoundSource.Sound, Vector3, SoundSource.Distance)] = [
    (.noise(.white), Vector3(0.7, 0.5, 0.1), .far),
    (.noise(.pink), Vector3(-0.9, -0.2, 0.4), .metres(0.4)),
  ]

  /// Axes of rotation with angles in radians.
  private static let rotations = [
    (Vector3(1, 2, -0.5), 1.1), (Vector3(0, 0, 1), Double.pi / 2), (Vector3(-1, 0.3, 0.2), 2.7),
  ]

  /// A vector turned around an axis.
  ///
  /// - Source: Rodrigues' formula.
  private func turned(_ v: Vector3, _ axis: Vector3, _ angle: Double) -> Vector3 {
    let k = axis.normalized
    return v * cos(angle) + cross(k, v) * sin(angle) + k * (dot(k, v) * (1 - cos(angle)))
  }

  /// The stereo file of a scene, when everything is turned.
  private func take(_ turn: (Vector3) -> Vector3) throws -> [Float] {
    let folder = try TemporaryDirectory()
    var board = SceneFixture.board(positions: SceneFixture.positions.map(turn))
    board.orientation = .fixed(up: turn(Self.up))
    board.dataSources = [board.dataSources[0]]
    board.dataSources[0].forward = turn(Self.forward)
    let which = Board.Case(dataSource: 0, orientation: nil)
    let scenario = SceneFixture.scenario(
      Self.sounds.map {
        SoundSource(sound: $0.0, position: .device(turn($0.1), $0.2), level: -20)
      })
    var scene = try SceneRenderer(
      scenario: scenario, board: board,
      layouts: LayoutTimeline(initial: try #require(board.layout(which))))
    let frames = 24000
    var words = [Int32](repeating: 0, count: frames * scene.channels)
    scene.render(into: &words, frames: frames)
    let format = AudioFormat(rate: 48000, channels: scene.channels, samples: .f32)
    var writer = try WAVWriter.create(path: folder.file("microphones.wav"), format: format)
    try writer.append(samples: words, frames: frames)
    try writer.finish()
    let designer = try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
    var form = TakeForm()
    (form.samples, form.lowCutHertz, form.limits) = (.f32, nil, false)
    let renderer = OfflineRenderer(
      board: board, design: try designer.design(which, pattern: .stereo),
      form: form)
    _ = try renderer.render(folder.file("microphones.wav"), to: folder.file("stereo.wav"))
    var reader = try WAVReader.open(path: folder.file("stereo.wav"))
    var samples = [Float](repeating: 0, count: 2 * reader.frames)
    let read = try samples.withUnsafeMutableBufferPointer {
      try reader.read(into: $0.baseAddress!, frames: $0.count / 2)
    }
    #expect(read == frames)
    return samples
  }

  private func distance(_ a: [Float], _ b: [Float]) -> Float {
    let largest = a.map(abs).max() ?? 0
    return (zip(a, b).map { abs($0 - $1) }.max() ?? 0) / largest
  }

  @Test("board and scene turned together give the same take")
  func together() throws {
    let straight = try take { $0 }
    #expect(straight.contains { abs($0) > 0.05 })
    for (axis, angle) in Self.rotations {
      let other = try take { turned($0, axis, angle) }
      #expect(distance(straight, other) < 1e-4)
    }
  }

  @Test("a board that is turned alone gives another take")
  func alone() throws {
    let (axis, angle) = Self.rotations[0]
    let sounds = Set(Self.sounds.map { turned($0.1, axis, angle) })
    let fixed = try take { $0 }
    // The sounds stay where they are, everything else turns.
    let other = try take { v in
      Self.sounds.contains { $0.1 == v } ? v : turned(v, axis, angle)
    }
    #expect(sounds.count == 2)
    #expect(distance(fixed, other) > 0.1)
  }
}
