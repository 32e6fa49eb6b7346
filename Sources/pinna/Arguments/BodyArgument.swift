import Acoustics
import Assembly
import Boards
import Essentials
import Recorder

/// The responses of boards' bodies for commands, stored in the user's cache.
enum BodyArgument {
  /// The responses of a board's body, computed with a line of progress; `nil` if none are needed.
  ///
  /// - Parameter isWanted: false to give up.
  /// - Throws: ``CommandError``: 66 if a measured body has no file, 65 if that file is wrong, 75 if it was given up.
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
  /// The progress of the responses of a board's body.
  static func ofBody(_ board: Board, console: Console) -> Progress {
    Progress("Computing the body of \(board.id)", console: console)
  }
}
