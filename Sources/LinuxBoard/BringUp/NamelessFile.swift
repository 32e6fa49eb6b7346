import Glibc
import Recorder

/// A file without a name, of which nothing is left if the program is killed.
enum NamelessFile {
  /// Creates a file and immediately removes its name; the file then vanishes when its descriptor is
  /// closed.
  ///
  /// - Parameter path: the temporary name of the file; an existing file with that name is lost.
  /// - Returns: the descriptor of the file, which the caller must close.
  /// - Throws: ``Recorder/StorageRefusal`` if the file cannot be created.
  static func open(_ path: String) throws(StorageRefusal) -> Int32 {
    let file = Glibc.open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw StorageRefusal(errno: errno) }
    unlink(path)
    return file
  }
}
