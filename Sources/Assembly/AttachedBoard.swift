import Boards

/// The board attached to this machine, for commands without a board from the command line or the settings.
package enum AttachedBoard: Equatable {
  /// This board; `others` are the ids of further board files that describe the same device for another use.
  case one(Board, others: [String])
  /// One of several boards, which cannot be told apart, by their ids.
  case several([String])
  /// No board: no board file matches an attached device.
  case none

  /// Finds the board whose device is attached.
  ///
  /// If several board files describe one device, the file whose id the others extend counts: `uma-8` if the other is
  /// `uma-8-table`.
  ///
  /// - Parameters:
  ///   - devices: the names of the capture devices, from ALSA.
  ///   - boards: the boards that the board files describe.
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
