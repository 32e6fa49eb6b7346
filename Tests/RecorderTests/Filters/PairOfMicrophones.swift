import Beamforming
import Boards
import Recorder

/// A board of two microphones whose filters are designed in no time: 64 taps, a spherical head.
enum PairOfMicrophones {
  static let board = Board(
    id: "two", name: "Two", source: "made for tests",
    capture: Capture(device: "none", channels: 2),
    microphones: [
      Microphone(name: "A", channel: 0, position: Vector3(-0.05, 0.01, 0.002)),
      Microphone(name: "B", channel: 1, position: Vector3(0.05, 0, -0.002)),
    ],
    dataSources: [
      DataSource(
        name: "Back", orientation: .back, forward: DeviceFace.back.direction,
        patterns: [.stereo, .omni], microphones: [0, 1])
    ])

  /// The same in a slender box, whose responses are computed soon.
  static var inABox: Board {
    var board = board
    board.body = Body(size: Vector3(0.102, 0.022, 0.006), model: .box)
    return board
  }

  static let portrait = Board.Case(dataSource: 0, orientation: .portrait)
  static let landscape = Board.Case(dataSource: 0, orientation: .landscapeLeft)

  static func store(_ board: Board = board, _ directory: String? = nil) -> FilterStore {
    FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: directory)
  }
}
