import Acoustics
import Beamforming
import Boards
import Essentials
import Recorder

/// The filters of one board on the microphones of another: `pinna design --on`.
struct DesignOnBoard {
  /// `--on`.
  static let option = Option.text(
    "on", "ID|FILE", "include the figures of these filters on the microphones of another board")

  /// The figures of one case on the other board.
  struct Values: Encodable {
    var board: String
    var figures: Figures
  }

  /// The other board.
  let board: Board
  private let body: BodyResponses?

  /// Loads the other board; `nil` without `--on`.
  ///
  /// - Throws: ``CommandError`` if there is no such board, its file is wrong, or its number of microphones differs.
  init?(_ arguments: Arguments, designed: Board, _ console: Console) throws(CommandError) {
    guard let name = arguments[Self.option] else { return nil }
    board = try BoardArgument.load(name, console)
    guard board.microphones.count == designed.microphones.count else {
      throw CommandError(
        "--on: \(board.id) has \(board.microphones.count) microphones and \(designed.id) "
          + "\(designed.microphones.count); they must be the same microphones, in the same order",
        .configuration)
    }
    body = try BodyArgument.responses(of: board, console)
  }

  /// The other board as the hardware for a designer's figures.
  func hardware(for designer: FilterDesigner) throws(CommandError) -> FilterDesigner {
    return try translate(
      try FilterDesigner(
        board: board, head: designer.head, settings: designer.settings,
        unusable: designer.unusable, body: body)
    ) { (error: DesignError) in CommandError(FilterStoreError.design(error)) }
  }
}
