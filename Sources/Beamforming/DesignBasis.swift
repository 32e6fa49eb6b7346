import Acoustics
import Boards

/// What a design depends on beside the head.
///
/// It is enough to plan a design, and to take up filters that were designed earlier; it costs next to nothing to make.
struct DesignBasis: Sendable {
  /// The board.
  let board: Board
  /// The settings.
  let settings: DesignSettings
  /// Indices of microphones that are dead or must not be used.
  let unusable: Set<Int>
  /// What the microphones sit on.
  let scatterer: Scatterer

  /// The basis of a board's designs.
  ///
  /// - Throws: ``DesignError`` when a setting is out of range, or the board cannot be used.
  init(board: Board, settings: DesignSettings, unusable: Set<Int>) throws(DesignError) {
    try settings.check()
    scatterer = try Self.scatterer(of: board)
    guard board.microphones.count <= FilterDesigner.mostMicrophones else {
      throw .tooManyMicrophones(
        board: board.id, count: board.microphones.count, highest: FilterDesigner.mostMicrophones)
    }
    self.board = board
    self.settings = settings
    self.unusable = unusable
  }

  /// How the body of a board is computed.
  ///
  /// Computed and measured bodies are to come in here, as further cases of ``Scatterer``.
  static func scatterer(of board: Board) throws(DesignError) -> Scatterer {
    switch board.body?.model {
    case nil, .freeField: return .freeField
    case .sphere(let radius):
      guard radius > 0 else { throw .sphereRadius(board: board.id, radius: radius) }
      return .sphere(radius: radius)
    case .box, .measured: throw .bodyNotModelled(board: board.id)
    }
  }

  /// Indices of the microphones that may be used.
  var usable: [Int] { board.microphones.indices.filter { !unusable.contains($0) } }
}
