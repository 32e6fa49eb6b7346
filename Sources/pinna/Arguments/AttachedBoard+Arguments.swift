import Assembly
import Boards
import Drawings
import LinuxBoard

extension AttachedBoard {
  /// Finds the board that is attached to this machine.
  ///
  /// The ids of the other boards that use its device are `others`, which is `nil` for a stereo input without a board
  /// file.
  ///
  /// - Throws: ``CommandError`` (64) if no board is attached, or more than one.
  static func board(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> (board: Board, others: [String]?) {
    let inputs = AlsaInputs.list()
    let devices = inputs.map(\.device)
    switch find(devices: devices, boards: BoardArgument.library(console).boards) {
    case .one(let board, let others): return (board, others)
    case .several(let ids):
      throw arguments.usageError(
        "--board is missing: the attached devices match \(ids.joined(separator: ", ")); name one of them"
      )
    case .none:
      if let board = try stereo(inputs, console) { return (board, nil) }
      throw arguments.usageError(
        "--board is missing, and "
          + (devices.isEmpty
            ? "this machine has no capture device"
            : "no board file matches a device on this machine")
          + ": plug the board in, or give an id from 'pinna board list' or the path of a board "
          + "file; 'pinna inputs' shows the devices, and '--board phone' needs none")
    }
  }

  /// Makes a board of the first device that offers two channels, although nothing else is known about it.
  ///
  /// The channels are recorded as they are.
  static func stereo(
    _ inputs: [CaptureDeviceDescription], _ console: Console
  ) throws(CommandError) -> Board? {
    let offers = inputs.compactMap { input in input.offer.map { (input, $0) } }
    guard
      let (input, offer) = offers.first(where: {
        $1.channels.contains(2) && $1.hasInterleavedMemory && !$1.formats.isEmpty
      })
    else { return nil }
    var board = try BoardArgument.load("line-pair", console)
    (board.name, board.capture.device) = (input.card, input.device)
    // The data source Back comes first now: it has the left channel on the left of a take.
    board.dataSources.reverse()
    if !offer.formats.contains(board.capture.format), let format = offer.formats.first {
      board.capture.format = format
    }
    if !offer.rateRange.contains(board.capture.rate), let rate = offer.rates.last {
      board.capture.rate = rate
    }
    return board
  }
}
