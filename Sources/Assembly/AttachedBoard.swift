import Boards

/// The board that is attached to this machine, for commands to which neither a person nor the settings name one.
package enum AttachedBoard: Equatable {
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
