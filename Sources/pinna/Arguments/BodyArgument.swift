import Acoustics
import Assembly
import Boards
import Essentials
import Recorder

/// Provides commands with the acoustic responses of boards' bodies, which are stored in the user's cache.
enum BodyArgument {
  /// The responses of a board's body, computed while a line shows the progress; `nil` if the board needs none.
  ///
  /// - Parameter isWanted: returns false to give up the work.
  /// - Throws: ``CommandError``: 66 if the file of a measured body is missing, 65 if it is wrong, 75 if the work was
  ///   given up.
  static func responses(
    of board: Board, _ console: Console, isWanted: () -> Bool = { true }
  ) throws(CommandError) -> BodyResponses? {
    let store = BodyStore(cacheDirectory: FilterStore.cacheDirectory(console.environment))
    var progress = Progress.ofBody(board, console: console)
    defer { progress.finish() }
    return try translate(
      try store.responses(of: board) { done in
        progress.update(done)
        return isWanted()
      }
    ) { (error: BodyStoreError) in CommandError(FilterStoreError.body(error)) }
  }
}

extension Progress {
  /// The line of progress for computing the responses of a board's body.
  static func ofBody(_ board: Board, console: Console) -> Progress {
    Progress("Computing the body of \(board.id)", console: console)
  }
}
