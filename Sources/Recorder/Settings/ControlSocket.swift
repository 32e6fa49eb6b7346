/// The place of the control socket, as settings name it.
package enum ControlSocket: Sendable, Equatable {
  /// The system's folder, or the folder of the user's session if the system's does not exist.
  case usual
  /// A configured path.
  case path(String)
  /// No socket: other programs cannot talk to the recorder.
  case off

  /// The configured path, if there is one.
  @Sendable static func place(_ socket: Self) -> String? {
    if case .path(let path) = socket { path } else { nil }
  }

  /// The word for ``off``.
  package static let offWord = "none"

  /// The place named by a user's word: a path, or ``offWord``.
  package init(word: String) { self = word == Self.offWord ? .off : .path(word) }
}
