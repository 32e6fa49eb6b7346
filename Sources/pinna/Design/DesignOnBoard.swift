import Acoustics
import Beamforming
import Boards
import Essentials
import Recorder

/// Computes how the filters of one board work on the microphones of another: `pinna design --on`.
struct DesignOnBoard {
  static let option = Option.text(
    "on", "ID|FILE",
    "include the figures of these filters on the microphones of another board")

  /// The figures of one case on the other board.
  struct Values: Encodable {
    var board: String
    var figures: Figures
  }

  /// The board on whose microphones the filters are tried.
  let board: Board
  private let body: BodyResponses?

  /// Loads the other board; `nil` if `--on` is not given.
  ///
  /// - Throws: ``CommandError`` if there is no such board, its file is wrong, or its number of microphones differs.
  init?(_ arguments: Arguments, designed: Board, _ console: Console) throws(CommandError) {
    guard let name = arguments[Self.option] else { return nil }
    board = try BoardArgument.load(name, console)
    guard board.microphones.count == designed.microphones.count else {
      throw CommandError(
        "--on: \(board.id) has \(board.microphones.count.counted("microphone")) and \(designed.id) has "
          + "\(designed.microphones.count); they must be the same microphones, in the same order",
        .configuration)
    }
    body = try BodyArgument.responses(of: board, console)
  }

  /// The other board in the form in which a designer's figures take the hardware.
  func hardware(for designer: FilterDesigner) throws(CommandError) -> FilterDesigner {
    return try translate(
      try FilterDesigner(
        board: board, head: designer.head, settings: designer.settings,
        unusable: designer.unusable, body: body)
    ) { (error: DesignError) in CommandError(FilterStoreError.design(error)) }
  }
}
