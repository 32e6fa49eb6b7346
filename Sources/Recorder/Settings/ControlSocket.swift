/// The place of the control socket, as the settings name it.
package enum ControlSocket: Sendable, Equatable {
  /// The usual place: the system's folder or, if that does not exist, the folder of the user's session.
  case usual
  /// A path that the settings give.
  case path(String)
  /// There is no socket, so other programs cannot talk to the recorder.
  case off

  /// Returns the path that the settings give; `nil` if they give none.
  @Sendable static func place(_ socket: Self) -> String? {
    if case .path(let path) = socket { path } else { nil }
  }

  /// The word that stands for ``off`` in settings.
  package static let offWord = "none"

  /// Creates the place from the word that a user wrote, which is a path or ``offWord``.
  package init(word: String) { self = word == Self.offWord ? .off : .path(word) }
}
