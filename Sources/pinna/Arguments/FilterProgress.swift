import Boards
import Recorder

/// The progress of filters: a line for the body while it is computed, then one for the filters and their figures.
struct FilterProgress: Sendable {
  private var body: Progress
  private var filters: Progress

  /// Starts the progress of work on the filters of a board.
  init(_ board: Board, console: Console) {
    body = Progress("Computing the body of \(board.id)", console: console)
    filters = Progress("Refining filters", console: console)
  }

  /// Shows the finished part, from 0 to 1.
  mutating func update(_ work: FilterWork, _ part: Double) {
    switch work {
    case .body: body.update(part)
    case .refinement: update("Refining filters", part)
    }
  }

  /// Shows the finished part, from 0 to 1, of the work that follows the filters.
  mutating func update(figures part: Double) { update("Computing figures", part) }

  private mutating func update(_ title: String, _ part: Double) {
    body.finish()
    filters.title = title
    filters.update(part)
  }

  /// Removes the lines.
  mutating func finish() {
    body.finish()
    filters.finish()
  }
}
