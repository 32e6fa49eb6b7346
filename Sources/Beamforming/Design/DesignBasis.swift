import Boards

/// The input of a design, apart from the head.
///
/// It is enough to plan a design and to adopt earlier filters, and it costs very little to make.
struct DesignBasis: Sendable {
  /// The board.
  let board: Board
  /// The settings.
  let settings: DesignSettings
  /// The indices of microphones that are dead or excluded.
  let unusable: Set<Int>
  /// Creates the basis for all designs of a board.
  ///
  /// - Throws: ``DesignError`` if a setting is out of range, or the board cannot be used.
  init(board: Board, settings: DesignSettings, unusable: Set<Int>) throws(DesignError) {
    try settings.check()
    if case .sphere(let radius)? = board.body?.model, radius <= 0 {
      throw .sphereRadius(board: board.id, radius: radius)
    }
    guard board.microphones.count <= FilterDesigner.mostMicrophones else {
      throw .tooManyMicrophones(
        board: board.id, count: board.microphones.count, highest: FilterDesigner.mostMicrophones)
    }
    self.board = board
    self.settings = settings
    self.unusable = unusable
  }

  /// The lowest permitted mean white noise gain in decibels: from the settings, or else the floor that suits the board.
  var noiseFloor: Double { settings.noiseFloor ?? NoiseFloorChoice.standard(for: board) }

  /// The indices of the microphones that can be used.
  var usable: [Int] { board.microphones.indices.filter { !unusable.contains($0) } }
}
