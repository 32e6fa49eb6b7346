import Acoustics
import Assembly
import Boards
import Essentials
import Recorder

/// Provides commands with the acoustic responses of boards' bodies, which are stored in the user's cache.
enum BodyArgument {
  /// The responses of a board's body, computed while a line shows the progress; `nil` if the board needs none.
  ///
  /// - Parameters:
  ///   - note: a line that replaces the progress bar if there is no terminal.
  ///   - isWanted: returns false to give up the work.
  /// - Throws: ``CommandError``: 66 if the file of a measured body is missing, 65 if it is wrong, 75 if the work was
  ///   given up.
  static func responses(
    of board: Board, _ console: Console, note: String? = nil, isWanted: () -> Bool = { true }
  ) throws(CommandError) -> BodyResponses? {
    let store = BodyStore(cacheDirectory: FilterStore.cacheDirectory(console.environment))
    var progress = Progress.ofBody(board, console: console)
    var note = console.diagnosticsTerminal.isTerminal ? nil : note
    defer { progress.finish() }
    return try translate(
      try store.responses(of: board) { done in
        if let line = note { console.note(line) }
        note = nil
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
