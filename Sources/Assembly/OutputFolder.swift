import Glibc

/// The reason why an output folder cannot be used.
package struct OutputFolderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path of the folder.
  package var path: String
  /// True if the folder exists but cannot be written to; false if it cannot be made.
  package var isThere: Bool
  /// The reason in words.
  package var reason: String
  /// True if the reason is a missing permission.
  package var isRefused: Bool

  /// A sentence that names the folder, the reason and the remedy.
  package var description: String {
    "\(path): the folder cannot be \(isThere ? "written to" : "made"): \(reason); choose another one"
  }
}

/// A folder for takes or other files.
package enum OutputFolder {
  /// Makes the folder, and those of its parents that are missing.
  ///
  /// - Throws: ``OutputFolderError`` with the name of the folder.
  package static func prepare(_ path: String) throws(OutputFolderError) {
    // Keep the first error, which is the cause: later ones only say that the parent folder is missing.
    var code: Int32 = 0
    func add(_ folder: String) {
      if mkdir(folder, 0o755) != 0, code == 0 || code == EEXIST { code = errno }
    }
    for end in path.indices.dropFirst() where path[end] == "/" { add(String(path[..<end])) }
    add(path)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let why = code == EEXIST ? "a file has that name" : String(cString: strerror(code))
      throw OutputFolderError(
        path: path, isThere: false, reason: why, isRefused: code == EACCES || code == EPERM)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw OutputFolderError(
        path: path, isThere: true, reason: String(cString: strerror(errno)), isRefused: true)
    }
  }
}
