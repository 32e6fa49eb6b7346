import Assembly
import Essentials
import Face
import Varlink

/// The capture device of the running recorder, which is borrowed for as long as this object exists.
///
/// The connection is the loan: however this process ends, the connection ends with it, and the recorder gets its device
/// back.
final class DeviceLoan {
  private let client: ControlClient

  /// Borrows the device; `nil` if no recorder is running, or if the command needs another device.
  ///
  /// - Throws: ``CommandError`` (75) if the recorder does not lend the device now.
  init?(_ arguments: Arguments, _ console: Console, by borrower: String) throws(CommandError) {
    guard let client = ControlPath.connectIfThere(arguments, console) else { return nil }
    let status = try translate(try client.status(), to: CommandError.control)
    let settings = try SettingsArguments.file(arguments)
    let board = try BoardArgument.live(arguments, console, standard: settings.board)
    guard board.capture.device == status.device, !board.isSimulatedOnly else { return nil }
    _ = try translate(
      try client.keep(RecorderInterface.hold, by: borrower), to: CommandError.control)
    console.note("the recorder lends \(status.device) to this command until it is done")
    self.client = client
  }
}
