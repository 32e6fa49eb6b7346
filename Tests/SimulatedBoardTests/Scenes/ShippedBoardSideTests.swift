import Beamforming
import Boards
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// "Left is left" for every board that is shipped, in every case, from microphone files.
@Suite struct ShippedBoardSideTests {
  /// All but the sound card with two microphones of one's own, which is plain stereo alone.
  private static let boards = RenderedSides.library.list().map(\.id).filter { $0 != "line-pair" }

  @Test("there are boards to render for")
  func complete() {
    #expect(Self.boards.count >= 18)
  }

  @Test(
    "render puts what comes from +60 degrees on the right and from -60 on the left",
    arguments: Self.boards.sampled(8))
  func sides(id: String) throws {
    let sides = try RenderedSides(board: id)
    for which in sides.board.cases {
      try #require(sides.board.dataSources[which.dataSource].patterns.contains(.stereo))
      let design = try sides.design(which)
      #expect(design.pattern == .stereo)
      #expect(design.notes.contains(.noLeftAndRight) == sides.hasNoSides(which))
      for azimuth in [-60.0, 60] {
        let name = "\(sides.board.name(of: which)) \(azimuth)"
        let microphones = try record(sides, which, azimuth: azimuth, name: name)
        let heard = try sides.hear(microphones, design: design, name: "\(name) stereo.wav")
        if sides.hasNoSides(which) {
          #expect(abs(heard.levelDifference) < 0.01 && abs(heard.azimuth) < 1, "\(id), \(name)")
        } else {
          sides.expect(heard, from: azimuth, "\(id), \(name)")
        }
      }
    }
  }

  /// Half a second of pink noise from far away, as the board's microphones with their self-noise hear it.
  private func record(
    _ sides: RenderedSides, _ which: Board.Case, azimuth: Double, name: String
  ) throws -> String {
    let board = sides.board
    let source = SoundSource(
      sound: .noise(.pink), position: .device(try sides.direction(which, azimuth: azimuth), .far),
      level: -26)
    let layout = try #require(board.layout(which))
    var scene = try SceneRenderer(
      scenario: Scenario(board: board.id, duration: 1, seed: 7, sources: [source]), board: board,
      layouts: LayoutTimeline(initial: layout), format: .s32, body: sides.body)
    let frames = scene.rate / 2
    var words = [Int32](repeating: 0, count: frames * scene.channels)
    scene.render(into: &words, frames: frames)
    let path = sides.folder.file("\(name).wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: scene.rate, channels: scene.channels, samples: .s32))
    try writer.append(samples: words, frames: frames)
    try writer.finish()
    return path
  }
}
