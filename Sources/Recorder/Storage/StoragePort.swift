import Glibc
import TakeFiles

/// The storage of takes: refusals before a call is even tried, delays, and free space.
package protocol StoragePort: Sendable {
  /// Called before every write of a take; returns when the write may go on.
  ///
  /// - Throws: the errno with which the write should fail.
  /// - Thread: writer.
  func admit(bytes: Int) throws(StorageRefusal)

  /// Called before a file of a take gets its last header, its sync, its name and its close.
  ///
  /// - Throws: the errno with which this should fail; the file stays in progress.
  /// - Thread: writer.
  func admitConclusion() throws(StorageRefusal)

  /// Bytes that a file in the directory can still take; `nil` if unknown.
  ///
  /// - Thread: normal; may wait for the storage.
  func freeBytes(directory: String) -> Int?

  /// The largest audio file that the file system of a directory should be given, in bytes; `nil` for no limit.
  ///
  /// - Thread: control.
  func fileLimit(directory: String) -> Int?

  /// Checks whether the directory accepts files now.
  ///
  /// - Throws: the errno of the failed call.
  /// - Thread: normal; may wait for the storage.
  func check(directory: String) throws(StorageRefusal)
}

extension StoragePort {
  /// The limit of the file system itself.
  package func fileLimit(directory: String) -> Int? {
    FileSystemLimit.largestTakeFile(in: directory)
  }
}

/// A call refused by the storage.
package struct StorageRefusal: Error, Sendable, Equatable {
  /// The errno of the refusal.
  package var errno: Int32

  /// A refusal with this errno.
  package init(errno: Int32) {
    self.errno = errno
  }
}

/// The storage of a real machine: everything is admitted, and fails on its own when it must.
package struct PlainStorage: StoragePort {
  /// The name of the file that ``check(directory:)`` writes, before a number; no take has such a name.
  static let probeName = ".pinna-check"
  /// More than there are recorders and leftovers in one folder.
  private static let mostProbes = 1000

  /// The storage of this machine.
  package init() {}

  /// Admits everything.
  ///
  /// - Throws: nothing.
  package func admit(bytes: Int) throws(StorageRefusal) {}

  /// Admits everything.
  ///
  /// - Throws: nothing.
  package func admitConclusion() throws(StorageRefusal) {}

  /// The free space available to a program without privileges.
  ///
  /// - Source: statvfs(3): `f_bavail` blocks of `f_frsize` bytes.
  package func freeBytes(directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Writes its own small file through to the medium and removes it again.
  ///
  /// Only a write reveals a card that was remounted read-only after an error, or that is gone while its folder is still
  /// listed from memory. Other recorders may do the same in this folder at the same time.
  ///
  /// - Throws: the errno of the failed call.
  package func check(directory: String) throws(StorageRefusal) {
    let descriptor = try Self.probe(in: directory)
    var byte: UInt8 = 0
    var code: Int32 = pwrite(descriptor, &byte, 1, 0) == 1 ? 0 : errno
    if code == 0, fdatasync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code != 0 { throw StorageRefusal(errno: code) }
  }

  /// A new file without a name: no other program can remove it, and nothing remains when this one ends.
  private static func probe(in directory: String) throws(StorageRefusal) -> Int32 {
    for number in 0..<mostProbes {
      let path = "\(directory)/\(probeName).\(getpid()).\(number)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        throw StorageRefusal(errno: errno)
      }
      guard unlink(path) == 0 else {
        let code = errno
        close(descriptor)
        throw StorageRefusal(errno: code)
      }
      return descriptor
    }
    throw StorageRefusal(errno: EEXIST)
  }
}
