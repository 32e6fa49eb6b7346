import Boards
import Recorder

/// A board on the bench: the subject of a checkup.
///
/// A part is `nil` if the board does not have it; the checks of that part are then skipped.
package struct Bench: Sendable {
  /// The board as its file describes it.
  package var board: Board
  /// The board's machine, with the ports that a recorder uses.
  package var machine: Machine
  /// The SCHED_FIFO priority of the capture thread; `nil` for an ordinary thread.
  package var capturePriority: Int?
  /// The demands that takes make on the storage medium.
  package var takes: TakeNeeds
  /// The filters of the board, for checking its geometry and for rendering takes.
  package var filters: FilterStore?

  /// Creates a bench with a board and its machine.
  package init(board: Board, machine: Machine, takes: TakeNeeds) {
    self.board = board
    self.machine = machine
    self.takes = takes
  }

  /// The clock of the board.
  var clock: any BoardClock { machine.clock }
}

/// The demands that takes make on the storage medium.
package struct TakeNeeds: Sendable, Equatable {
  /// The folder of takes.
  package var directory: String
  /// The folder for a second copy of every take, written during the take; `nil` if there is none.
  package var mirror: String?
  /// The data rate of the configured formats in bytes per second.
  package var rate: StorageRate

  /// Creates needs from their parts.
  package init(directory: String, rate: StorageRate) {
    self.directory = directory
    self.rate = rate
  }
}
