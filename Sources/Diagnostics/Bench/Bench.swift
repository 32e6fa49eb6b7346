import Boards
import Recorder

/// A board on the bench: everything that a checkup examines.
///
/// A part is `nil` if the board does not have it; its checks are skipped.
package struct Bench: Sendable {
  /// The board, as described by its file.
  package var board: Board
  /// The machine of the board, with the ports that a recorder uses.
  package var machine: Machine
  /// SCHED_FIFO priority of the capture thread; `nil` for an ordinary thread.
  package var capturePriority: Int?
  /// The demands of takes on the medium.
  package var takes: TakeNeeds
  /// The filters of the board, for the checks of its geometry and the rendering of takes.
  package var filters: FilterStore?

  /// A bench with a board and its machine.
  package init(board: Board, machine: Machine, takes: TakeNeeds) {
    self.board = board
    self.machine = machine
    self.takes = takes
  }

  /// The clock of the board.
  var clock: any BoardClock { machine.clock }
}

/// The demands of takes on the medium.
package struct TakeNeeds: Sendable, Equatable {
  /// The folder of takes.
  package var directory: String
  /// The folder that gets a copy of them as they are made; `nil` for none.
  package var mirror: String?
  /// The bytes that the configured formats write in a second.
  package var rate: StorageRate

  /// Needs from their parts.
  package init(directory: String, rate: StorageRate) {
    self.directory = directory
    self.rate = rate
  }
}
