import Control
import Glibc

/// The place of the control socket.
enum ControlPath {
  /// `--control`.
  static let option = Option.text(
    "control", "PATH",
    "the control socket instead of \(RecorderInterface.path); none for none")

  /// The word for no socket.
  private static let none = "none"

  /// The path that the command line or the environment names; `nil` when neither does.
  private static func given(_ arguments: Arguments, _ console: Console) -> String? {
    arguments[option] ?? console.environment["PINNA_CONTROL"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The path at which a recorder of this user listens: that of the system, where its folder is there.
  ///
  /// - Returns: `nil` when no socket is wanted.
  static func ofRecorder(_ arguments: Arguments, _ console: Console) -> String? {
    if let given = given(arguments, console) { return given == none ? nil : given }
    let usual = RecorderInterface.path
    guard access(TakesArguments.parent(of: usual), W_OK) != 0, let own = own(console) else {
      return usual
    }
    mkdir(TakesArguments.parent(of: own), 0o700)
    return own
  }

  /// The paths at which a client looks for a recorder, in order.
  static func ofClient(_ arguments: Arguments, _ console: Console) -> [String] {
    if let given = given(arguments, console) { return given == none ? [] : [given] }
    return [RecorderInterface.path] + [own(console)].compactMap { $0 }
  }

  /// The path in the folder of the user's session.
  private static func own(_ console: Console) -> String? {
    console.environment["XDG_RUNTIME_DIR"].flatMap {
      $0.hasPrefix("/") ? $0 + "/pinna/control" : nil
    }
  }
}
