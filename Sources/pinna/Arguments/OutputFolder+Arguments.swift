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
  /// - Parameter parents: false to make no parent folders, because the path comes from the settings, and its medium may
  ///   be missing.
  /// - Throws: ``CommandError`` (73, 77), which names the folder.
  static func make(_ path: String, parents: Bool = true) throws(CommandError) {
    try translate(try prepare(path, parents: parents)) { (error: OutputFolderError) in
      CommandError(error.description, error.isRefused ? .noPermission : .cannotCreate)
    }
  }
}
