import TOML

/// The place of the control socket, as settings name it.
package enum ControlSocket: Sendable, Equatable {
  /// The folder of the system, or of the user's session where that is not there.
  case usual
  /// A path of its own.
  case path(String)
  /// No socket: other programs cannot talk to the recorder.
  case off

  /// The word for ``off``.
  package static let offWord = "none"

  /// The place that a word of a person names: a path, or ``offWord``.
  package init(word: String) { self = word == Self.offWord ? .off : .path(word) }

  /// Reads an absolute path or "none".
  static func read(_ table: TOMLTable, _ key: String) throws(TOMLError) -> ControlSocket? {
    guard let word = try table.string(key) else { return nil }
    guard word == offWord || word.hasPrefix("/") else {
      throw table.error(
        at: key, "is the string \"\(word)\"", "an absolute path, or \"\(offWord)\", is expected")
    }
    return ControlSocket(word: word)
  }
}
