import Boards
import Drawings
import LinuxBoard

/// The board that is attached to this machine, for commands to which neither a person nor the settings name one.
enum AttachedBoard: Equatable {
  /// The board, and the ids of others that describe the same device in another use.
  case one(Board, others: [String])
  /// The ids of boards, any of which it may be.
  case several([String])
  /// No board file has an attached device.
  case none

  /// The board whose device is attached.
  ///
  /// Of several files for one device the one counts whose id the others continue: `uma-8` before `uma-8-table`.
  ///
  /// - Parameters:
  ///   - devices: the names of the capture devices, as ALSA has them.
  ///   - boards: the boards of the board files.
  static func find(devices: [String], boards: [Board]) -> AttachedBoard {
    let fitting = boards.filter { board in
      !board.isSimulatedOnly && devices.contains { InputList.isSame(board.capture.device, $0) }
    }.sorted { $0.id < $1.id }
    guard let first = fitting.first else { return .none }
    let others = fitting.dropFirst()
    let isOneDevice = others.allSatisfy {
      InputList.isSame($0.capture.device, first.capture.device)
    }
    guard isOneDevice, others.allSatisfy({ $0.id.hasPrefix(first.id + "-") }) else {
      return .several(fitting.map(\.id))
    }
    return .one(first, others: others.map(\.id))
  }

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
            : "no board file is for a device of this machine")
          + ": plug the board in, or give an id (pinna board list shows them) or the path of a board file; "
          + "'pinna inputs' shows the devices, and 'pinna simulate' needs none")
    }
  }
}
