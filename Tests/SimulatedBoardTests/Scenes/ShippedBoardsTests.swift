import Boards
import SimulatedBoard
import Testing

@Suite struct ShippedBoardsTests {
  /// The folder `boards` of the project.
  private static let folder =
    #filePath.split(separator: "/").dropLast(4).reduce("") {
      $0 + "/" + $1
    } + "/boards"

  @Test func everyBoardCanBeSimulated() throws {
    let library = BoardLibrary(folders: [Self.folder])
    let entries = library.list()
    #expect(entries.count >= 10)
    for entry in entries {
      let board = try library.load(entry.id)
      let source = SoundSource(
        sound: .noise(.white), position: .listener(Direction(azimuth: 60), .metres(1)))
      let layouts = try #require(
        LayoutTimeline(hands: [], board: board, rate: board.capture.rate))
      let renderer = try SceneRenderer(
        scenario: SceneFixture.scenario([source]), board: board, layouts: layouts)
      let signals = SceneFixture.words(renderer, frames: board.capture.rate / 10)
      #expect(signals.count == board.capture.channels)
      let heard = signals.indices.filter { channel in signals[channel].contains { $0 != 0 } }
      #expect(heard == board.microphones.map(\.channel).sorted(), "\(entry.id)")
    }
  }
}
