import Boards

/// Whether front and back can be told apart in one case, and why not.
public struct FrontBack: Sendable, Equatable {
  /// The case.
  public let which: Board.Case
  /// Whether the geometry tells front from back.
  public let isPossible: Bool
  /// One sentence.
  public let reason: String

  /// A statement from its parts.
  public init(which: Board.Case, isPossible: Bool, reason: String) {
    self.which = which
    self.isPossible = isPossible
    self.reason = reason
  }

  /// The statement for every case of a board, from its geometry alone.
  ///
  /// - Throws: ``DesignError/bodyNotModelled(board:)`` and ``DesignError/noLayout(board:caseName:)``.
  public static func statements(for board: Board) throws(DesignError) -> [FrontBack] {
    let scatterer = try DesignBasis.scatterer(of: board)
    var statements: [FrontBack] = []
    for which in board.cases {
      guard let layout = board.layout(which) else {
        throw .noLayout(board: board.id, caseName: board.name(of: which))
      }
      let array = ArrayGeometry(
        positions: board.microphones.map(\.position), layout: layout, scatterer: scatterer)
      statements.append(FrontBack(which: which, array: array))
    }
    return statements
  }

  private init(which: Board.Case, array: ArrayGeometry) {
    self.which = which
    if array.placed.count < 2 {
      isPossible = false
      reason = "one microphone hears all directions alike"
    } else if array.isMirroredFrontToBack {
      isPossible = false
      reason = DesignNote.frontAndBackAlike.description
    } else {
      isPossible = true
      let depth = (array.placed.map(\.x).max() ?? 0) - (array.placed.map(\.x).min() ?? 0)
      reason =
        "front and back can be told apart: the microphones are spread over "
        + "\(Int((depth * 1000).rounded())) mm along forward"
    }
  }
}
