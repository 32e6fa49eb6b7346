import Acoustics
import Boards

/// Designs the filters of a board, case by case.
///
/// What the cases share (target, grid, weights) is computed once, in `init`. A value: copy it to as many threads as you
/// like.
public struct FilterDesigner: Sendable {
  /// The board.
  public let board: Board
  /// The head.
  public let head: Head
  /// The settings.
  public let settings: DesignSettings
  /// Indices of microphones that are dead or must not be used.
  public let unusable: Set<Int>

  /// A designer for a board, a head and settings.
  ///
  /// - Throws: ``DesignError`` when a setting is out of range or the board cannot be modelled.
  public init(
    board: Board, head: Head, settings: DesignSettings, unusable: Set<Int> = []
  ) throws(DesignError) {
    self.board = board
    self.head = head
    self.settings = settings
    self.unusable = unusable
  }

  /// The filters of one case with one pattern.
  ///
  /// - Throws: ``DesignError``.
  public func design(_ which: Board.Case, pattern: PolarPattern) throws(DesignError) -> Design {
    throw .bodyNotModelled(board: board.id)
  }

  /// The figures of a design of this board, computed from its filters.
  public func figures(_ design: Design) -> Figures { Figures() }

  /// What 0.5 dB and 1 degree of mismatch between the microphones do to a design.
  public func robustness(_ design: Design, seed: UInt64 = 1, trials: Int = 20) -> Robustness {
    Robustness()
  }

  /// The complex response of each output to a plane wave from a direction, at these frequencies in hertz.
  ///
  /// `[output][frequency]`, relative to free field at the centre of the microphones; the delay of the filters is taken
  /// out.
  public func response(_ design: Design, direction: Direction, frequencies: [Double]) -> [[Complex]] {
    []
  }
}
