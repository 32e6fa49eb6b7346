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

/// The folder that a command writes to.
enum OutputFolder {
  /// Makes the folder and the missing ones above it.
  ///
  /// - Throws: ``CommandError`` (73, 77) that names the folder.
  static func make(_ path: String) throws(CommandError) {
    // The first error is the cause: those further down only report the missing folder above.
    var code: Int32 = 0
    func add(_ folder: String) {
      if mkdir(folder, 0o755) != 0, code == 0 || code == EEXIST { code = errno }
    }
    for end in path.indices.dropFirst() where path[end] == "/" { add(String(path[..<end])) }
    add(path)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let why = code == EEXIST ? "a file has that name" : String(cString: strerror(code))
      throw CommandError(
        "\(path): the folder cannot be made: \(why); choose another one",
        code == EACCES || code == EPERM ? .noPermission : .cannotCreate)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw CommandError(
        "\(path): the folder cannot be written to: \(reason); choose another one", .noPermission)
    }
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
