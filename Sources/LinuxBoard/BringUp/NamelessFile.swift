import Glibc
import Recorder

/// A file that is written to and has no name: nothing of it stays when the program is killed.
enum NamelessFile {
  /// Makes a file and takes its name away again; it is gone with its descriptor.
  ///
  /// - Parameter path: the name that it has for an instant; a file of that name is removed.
  /// - Returns: a descriptor, which the caller closes.
  /// - Throws: ``Recorder/StorageRefusal``.
  static func open(_ path: String) throws(StorageRefusal) -> Int32 {
    let file = Glibc.open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw StorageRefusal(errno: errno) }
    unlink(path)
    return file
  }
}
