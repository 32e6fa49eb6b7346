import Boards
import Recorder

/// How far filters are: a line for the body while it is computed, then one for the filters and their figures.
struct FilterProgress: Sendable {
  private var body: Progress
  private var filters: Progress

  /// Work on the filters of a board that starts now.
  init(_ board: Board, console: Console) {
    body = Progress("Computing the body of \(board.id)", console: console)
    filters = Progress("Refining filters", console: console)
  }

  /// Says how much is done, from 0 to 1.
  mutating func update(_ work: FilterWork, _ part: Double) {
    switch work {
    case .body: body.update(part)
    case .refinement: update("Refining filters", part)
    }
  }

  /// Says how much is done of work that follows the filters, from 0 to 1.
  mutating func update(figures part: Double) { update("Computing figures", part) }

  private mutating func update(_ title: String, _ part: Double) {
    body.finish()
    filters.title = title
    filters.update(part)
  }

  /// Takes the lines away again.
  mutating func finish() {
    body.finish()
    filters.finish()
  }
}
