import Essentials
import Face
import Varlink

extension CommandError {
  /// The error for a recorder that does not answer, or that refuses a request.
  init(_ failure: VarlinkClient.Failure) {
    switch failure {
    case .absent(let path):
      self.init(
        "no recorder is running here (nothing listens at \(path)); start it with 'sudo systemctl start "
          + "pinna' or 'pinna run'; 'systemctl status pinna' shows why it is not running",
        .unavailable)
    case .notPermitted(let path):
      self.init(
        "\(path): you have no access to this recorder; join its group with 'sudo usermod -aG "
          + "\(RecorderInterface.group) $USER' and log in again, or use sudo", .noPermission)
    case .socket(let error): self.init(error.description, .unavailable)
    case .ended:
      self.init(
        "the recorder closed the connection: it is shutting down, or has too many clients; try again",
        .temporary)
    case .timeout:
      self.init(
        "the recorder does not answer; try again, or see 'systemctl status pinna'", .temporary)
    case .wire(let fault):
      self.init(
        "the recorder sent \(fault); if it is a different version, restart it: sudo systemctl restart pinna",
        .data)
    case .error(let error): self.init(error)
    }
  }

  private init(_ error: VarlinkError) {
    let message = RecorderInterface.message(of: error).printable
    switch error.parameters["reason"].flatMap({ RecorderReason(rawValue: $0) }) {
    case .noSuchDataSource, .unsupportedPattern: self.init(message, .usage)
    case .storageFull: self.init(message, .cannotCreate)
    case nil where RecorderInterface.isOtherVersion(error): self.init(message, .unavailable)
    case nil where error.name == VarlinkError.invalidParameter("").name:
      self.init(message, .usage)
    default: self.init(message, .temporary)
    }
  }

  static func control(_ failure: VarlinkClient.Failure) -> CommandError { CommandError(failure) }
}

extension ControlPath {
  /// Connects to the recorder on this machine.
  ///
  /// - Throws: ``CommandError``: 64 if the socket is turned off, 69 if no recorder is running, 77 if the user lacks
  ///   permission; also the errors of settings that cannot be read.
  static func connect(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> ControlClient {
    let paths = try ofClient(arguments, console)
    guard !paths.isEmpty else {
      throw arguments.usageError(
        "the control socket is turned off (--control, $PINNA_CONTROL, or [control] path in the settings), "
          + "so no recorder can be reached")
    }
    return try translate(try ControlClient.first(of: paths), to: CommandError.control)
  }

  /// The recorder on this machine; `nil` if none can be reached.
  static func connectIfThere(_ arguments: Arguments, _ console: Console) -> ControlClient? {
    do throws(CommandError) { return try connect(arguments, console) } catch { return nil }
  }
}
