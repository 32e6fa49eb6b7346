import Glibc
import Recorder

/// A file without a name, which leaves nothing behind if the program is killed.
enum NamelessFile {
  /// Creates a file and removes its name; the file vanishes with its descriptor.
  ///
  /// - Parameter path: its name for an instant; an existing file of that name is lost.
  /// - Returns: a descriptor, which the caller closes.
  /// - Throws: ``Recorder/StorageRefusal`` if the file cannot be created.
  static func open(_ path: String) throws(StorageRefusal) -> Int32 {
    let file = Glibc.open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw StorageRefusal(errno: errno) }
    unlink(path)
    return file
  }
}
