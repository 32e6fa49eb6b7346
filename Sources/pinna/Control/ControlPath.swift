import Face
import Glibc
import Recorder
import TOML
import TakeFiles

/// Finds the path of the control socket.
enum ControlPath {
  static let option = Option.text(
    "control", "PATH",
    "the control socket; default: the path in the settings (\(RecorderInterface.path)); 'none' turns it "
      + "off")

  /// The socket that the command line or the environment names; `nil` if neither names one.
  private static func named(_ arguments: Arguments, _ console: Console) -> ControlSocket? {
    let word = arguments[option] ?? console.environment["PINNA_CONTROL"]
    return word.flatMap { $0.isEmpty ? nil : ControlSocket(word: $0) }
  }

  /// The path at which a recorder of this user listens; the default is the system's path if its folder is writable.
  ///
  /// - Parameter settings: the socket in the settings, which counts if the command line and the environment name none.
  /// - Returns: `nil` if no socket is wanted.
  static func ofRecorder(
    _ arguments: Arguments, _ console: Console, settings: ControlSocket
  ) -> String? {
    switch named(arguments, console) ?? settings {
    case .off: return nil
    case .path(let path): return path
    case .usual: break
    }
    let usual = RecorderInterface.path
    guard access(TakeName.directory(of: usual), W_OK) != 0, let own = own(console) else {
      return usual
    }
    mkdir(TakeName.directory(of: own), 0o700)
    return own
  }

  /// The paths at which a client looks for a recorder, in this order; empty if no socket is wanted.
  ///
  /// The settings are read only if neither the command line nor the environment names a socket.
  ///
  /// - Throws: ``CommandError`` if the settings cannot be read.
  static func ofClient(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> [String] {
    if let place = named(arguments, console) { return paths(place, console) }
    return paths(try SettingsArguments.file(arguments).control, console)
  }

  private static func paths(_ place: ControlSocket, _ console: Console) -> [String] {
    switch place {
    case .off: []
    case .path(let path): [path]
    case .usual: [RecorderInterface.path] + [own(console)].compactMap { $0 }
    }
  }

  /// The paths at which the recorder of this machine may listen, for a program that has no options of its own.
  ///
  /// If the settings cannot be read, the error is printed, and the default paths are returned.
  static func usual(_ console: Console) -> [String] {
    if let word = console.environment["PINNA_CONTROL"], !word.isEmpty {
      if case .path(let path) = ControlSocket(word: word) { return [path] }
      return []
    }
    do throws(TOMLError) {
      return paths(try Settings.load(explicitPath: nil).control, console)
    } catch {
      console.note("\(error)")
      return paths(.usual, console)
    }
  }

  /// The path of the socket in the folder of the user's session.
  private static func own(_ console: Console) -> String? {
    console.environment["XDG_RUNTIME_DIR"].flatMap {
      $0.hasPrefix("/") ? $0 + "/pinna/control" : nil
    }
  }
}
