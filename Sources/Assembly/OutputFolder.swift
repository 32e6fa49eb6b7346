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
  /// The remedy.
  package var remedy = "choose another one"

  /// A sentence that names the folder, the reason and the remedy.
  package var description: String {
    "\(path): the folder cannot be \(isThere ? "written to" : "created"): \(reason); \(remedy)"
  }
}

/// A folder for takes or other files.
package enum OutputFolder {
  /// Makes the folder if it is missing.
  ///
  /// - Parameter parents: true to make those of its parents that are missing; a missing parent may also mean that its
  ///   medium is not mounted.
  /// - Throws: ``OutputFolderError`` with the name of the folder.
  package static func prepare(_ path: String, parents: Bool = true) throws(OutputFolderError) {
    // Keep the first error, which is the cause: later ones only say that the parent folder is missing.
    var code: Int32 = 0
    func add(_ folder: String) {
      if mkdir(folder, 0o755) != 0, code == 0 || code == EEXIST { code = errno }
    }
    for end in path.indices.dropFirst() where parents && path[end] == "/" {
      add(String(path[..<end]))
    }
    add(path)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let why = code == EEXIST ? "a file has that name" : String(cString: strerror(code))
      var error = OutputFolderError(
        path: path, isThere: false, reason: why, isRefused: code == EACCES || code == EPERM)
      if code == ENOENT { error.remedy = "mount its medium, or create the parent folder" }
      throw error
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw OutputFolderError(
        path: path, isThere: true, reason: String(cString: strerror(errno)), isRefused: true)
    }
  }
}
