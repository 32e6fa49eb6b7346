import Assembly
import Essentials
import Glibc
import Recorder

extension Settings.Take {
  /// The folder of takes for a person's commands: the folder in the settings; if they name none, the recorder's own if
  /// this user may write to it, else the current folder.
  ///
  /// `record` and `takes` share this rule, so that takes are found where they were made.
  func placeOfTakes() -> String {
    isDirectoryGiven || access(directory, W_OK) == 0 ? directory : "."
  }
}

extension OutputFolder {
  /// Makes the folder that a command writes to, and missing parent folders.
  ///
  /// - Throws: ``CommandError`` (73, 77) that names the folder.
  static func make(_ path: String) throws(CommandError) {
    try translate(try prepare(path)) { (error: OutputFolderError) in
      CommandError(error.description, error.isRefused ? .noPermission : .cannotCreate)
    }
  }
}
