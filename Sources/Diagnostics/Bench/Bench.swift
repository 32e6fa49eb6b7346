import Boards
import Recorder

/// A board on the bench: everything that a checkup looks at.
///
/// A part is `nil` when this form of the board does not have it; its checks are skipped.
public struct Bench: Sendable {
  /// The board, as described by its file.
  public var board: Board
  /// The machine of the board, with the ports that a recorder uses.
  public var machine: Machine
  /// SCHED_FIFO priority of the capture thread; `nil` for an ordinary thread.
  public var capturePriority: Int?
  /// The demands of takes on the medium.
  public var takes: TakeNeeds
  /// The filters of the board, for the checks of its geometry and the rendering of takes.
  public var filters: FilterStore?

  /// A bench with a board and its machine.
  public init(board: Board, machine: Machine, takes: TakeNeeds) {
    self.board = board
    self.machine = machine
    self.takes = takes
  }

  /// The clock of the board.
  var clock: any BoardClock { machine.clock }
}

/// The demands of takes on the medium.
public struct TakeNeeds: Sendable, Equatable {
  /// The folder of takes.
  public var directory: String
  /// The bytes that the configured formats write in a second.
  public var rate: StorageRate

  /// Needs from their parts.
  public init(directory: String, rate: StorageRate) {
    self.directory = directory
    self.rate = rate
  }
}
