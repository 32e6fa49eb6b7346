import Beamforming
import Boards
import Drawings

@testable import pinna

/// Pages of designs to look at.
enum DesignedPages {
  /// The page of a board's first cases.
  static func page(_ board: Board, pattern: PolarPattern, cases: Int) throws -> DesignPage {
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 128))
    let entries = try board.cases.prefix(cases).map { which in
      let design = try designer.design(which, pattern: pattern)
      let (figures, curves) = (designer.figures(design), designer.curves(design))
      return DesignedCase(
        design: design, figures: figures, curves: curves,
        robustness: designer.robustness(design, boards: 5))
    }
    return DesignPage(board: board, entries: entries, ears: "a spherical head")
  }
}
