import Assembly
import Essentials
import Glibc
import Recorder

extension Settings.Take {
  /// The folder of takes for the commands of a person: that of the settings; where they name none, the recorder's own
  /// if this user may write to it, else the folder one is in.
  ///
  /// One rule for `record` and `takes`, so that takes are looked for where they were made.
  func placeOfTakes() -> String {
    isDirectoryGiven || access(directory, W_OK) == 0 ? directory : "."
  }
}

extension OutputFolder {
  /// Makes the folder that a command writes to, and the missing ones above it.
  ///
  /// - Throws: ``CommandError`` (73, 77) that names the folder.
  static func make(_ path: String) throws(CommandError) {
    try translate(try prepare(path)) { (error: OutputFolderError) in
      CommandError(error.description, error.isRefused ? .noPermission : .cannotCreate)
    }
  }
}
