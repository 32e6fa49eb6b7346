import Boards

/// The board attached to this machine, for commands without a board from the command line or the settings.
package enum AttachedBoard: Equatable {
  /// The board, and the ids of others that describe the same device for another use.
  case one(Board, others: [String])
  /// The ids of boards that it may be.
  case several([String])
  /// No board file matches an attached device.
  case none

  /// The board with an attached device.
  ///
  /// Among several files for one device, the one whose id the others extend counts: `uma-8` before `uma-8-table`.
  ///
  /// - Parameters:
  ///   - devices: the names of the capture devices, from ALSA.
  ///   - boards: the boards in the board files.
  package static func find(devices: [String], boards: [Board]) -> AttachedBoard {
    let fitting = boards.filter { board in
      !board.isSimulatedOnly
        && devices.contains { CaptureDeviceName.isSame(board.capture.device, $0) }
    }.sorted { $0.id < $1.id }
    guard let first = fitting.first else { return .none }
    let others = fitting.dropFirst()
    let isOneDevice = others.allSatisfy {
      CaptureDeviceName.isSame($0.capture.device, first.capture.device)
    }
    guard isOneDevice, others.allSatisfy({ $0.id.hasPrefix(first.id + "-") }) else {
      return .several(fitting.map(\.id))
    }
    return .one(first, others: others.map(\.id))
  }
}
