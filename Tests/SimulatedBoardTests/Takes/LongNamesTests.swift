import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// A board with as many microphones, and as long names, as there can be.
@Suite("Takes of a board with long names") struct LongNamesTests {
  @Test("the raw file says what it is: its iXML chunk is whole", arguments: ["n", "&"])
  func raw(letter: String) throws {
    let places = (0..<32).map { Vector3(0.01 * Double($0 % 8), 0.01 * Double($0 / 8), 0) }
    var board = SimulatedTakes.board(places)
    for index in board.microphones.indices {
      board.microphones[index].name = "\(10 + index)" + String(repeating: letter, count: 62)
    }
    for index in board.dataSources.indices { board.dataSources[index].patterns = [.omni] }
    let takes = try SimulatedTakes(board: board)
    let outcome = try takes.run(SimulatedTakes.take(from: 0.2, to: 0.9), duration: 1.2) {
      $0.form.keepsRaw = true
      $0.pattern = .omni
    }
    let take = try #require(outcome.takes.first)
    #expect(take.rawFiles.count == 1)
    let set = try #require(try TakeDirectory(path: takes.folder.path).takes().first)
    let raw = try #require(set.files(.raw).first)
    #expect(raw.origin == .pinna && raw.metadata.tracks.count == 32)
    #expect(raw.metadata.end?.words == "stopped")
    for (track, microphone) in zip(raw.metadata.tracks, board.microphones) {
      #expect(microphone.name.hasPrefix(track.name) && track.name.count >= 7)
    }
    #expect(withExtendedLifetime(takes) { TakeVerifier.verify(set).findings } == [])
  }
}
