/// The place of the control socket, as settings name it.
package enum ControlSocket: Sendable, Equatable {
  /// The folder of the system, or of the user's session where that is not there.
  case usual
  /// A path of its own.
  case path(String)
  /// No socket: other programs cannot talk to the recorder.
  case off

  /// The path of its own, if it has one.
  @Sendable static func place(_ socket: Self) -> String? {
    if case .path(let path) = socket { path } else { nil }
  }

  /// The word for ``off``.
  package static let offWord = "none"

  /// The place that a word of a person names: a path, or ``offWord``.
  package init(word: String) { self = word == Self.offWord ? .off : .path(word) }
}
