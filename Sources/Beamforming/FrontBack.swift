import Boards

/// Whether front and back can be told apart in one case, and why not.
public struct FrontBack: Sendable, Equatable {
  /// The case.
  public let which: Board.Case
  /// Whether the geometry tells front from back.
  public let isPossible: Bool
  /// One sentence.
  public let reason: String

  /// The statement for every case of a board.
  public static func statements(for board: Board) -> [FrontBack] { [] }
}
