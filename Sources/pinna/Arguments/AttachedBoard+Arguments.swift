import Assembly
import Boards
import Drawings
import LinuxBoard

extension AttachedBoard {
  /// The board whose device is attached to this machine.
  ///
  /// - Throws: ``CommandError`` (64) when there is none, or more than one.
  static func board(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> (board: Board, others: [String]) {
    let devices = AlsaInputs.list().map(\.device)
    switch find(devices: devices, boards: BoardArgument.library(console).boards) {
    case .one(let board, let others): return (board, others)
    case .several(let ids):
      throw arguments.usageError(
        "--board is missing: the attached devices fit \(ids.joined(separator: ", ")); name one of them"
      )
    case .none:
      throw arguments.usageError(
        "--board is missing, and "
          + (devices.isEmpty
            ? "this machine has no capture device"
            : "no board file matches a device of this machine")
          + ": plug the board in, or give an id (pinna board list shows them) or the path of a "
          + "board file; "
          + "'pinna inputs' shows the devices, and 'pinna simulate' needs none")
    }
  }
}
