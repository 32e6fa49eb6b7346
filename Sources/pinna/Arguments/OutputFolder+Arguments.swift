import Assembly
import Essentials
import Glibc
import Recorder

extension Settings.Take {
  /// The folder of takes for the commands that a person types: the folder in the settings or, if they name none, the
  /// recorder's own folder if this user may write to it, or else the current folder.
  ///
  /// `record` and `takes` share this rule, so that `takes` looks where `record` puts its takes.
  func placeOfTakes() -> String {
    isDirectoryGiven || access(directory, W_OK) == 0 ? directory : "."
  }
}

extension OutputFolder {
  /// Makes the folder that a command writes to, and its parent folders if they are missing.
  ///
  /// - Throws: ``CommandError`` (73, 77), which names the folder.
  static func make(_ path: String) throws(CommandError) {
    try translate(try prepare(path)) { (error: OutputFolderError) in
      CommandError(error.description, error.isRefused ? .noPermission : .cannotCreate)
    }
  }
}
