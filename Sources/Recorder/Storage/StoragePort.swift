import Glibc
import TakeFiles

/// The storage of takes, which can refuse or delay a call before it is even tried, and which tells how much space is
/// free.
package protocol StoragePort: Sendable {
  /// Admits a write: called before every write of a take, it returns when the write may go on.
  ///
  /// - Throws: ``StorageRefusal`` with the errno with which the write should fail.
  /// - Thread: writer.
  func admit(bytes: Int) throws(StorageRefusal)

  /// Admits the conclusion of a file: called before a file of a take gets its last header, is synced and renamed, and
  /// is closed.
  ///
  /// - Throws: ``StorageRefusal`` with the errno with which the conclusion should fail; the file then stays in
  ///   progress.
  /// - Thread: writer.
  func admitConclusion() throws(StorageRefusal)

  /// Returns the number of bytes that can still be written to files in the folder; `nil` if unknown.
  ///
  /// - Thread: normal; may wait for the storage.
  func freeBytes(directory: String) -> Int?

  /// Returns the size of the largest audio file that should be written to the file system of a folder, in bytes; `nil`
  /// for no limit.
  ///
  /// - Thread: writer; may wait for the storage.
  func fileLimit(directory: String) -> Int?

  /// Checks whether the folder accepts files at present.
  ///
  /// - Throws: ``StorageRefusal`` with the errno of the call that failed.
  /// - Thread: normal; may wait for the storage.
  func check(directory: String) throws(StorageRefusal)
}

extension StoragePort {
  /// Returns by default the limit of the file system itself.
  package func fileLimit(directory: String) -> Int? {
    FileSystemLimit.largestTakeFile(in: directory)
  }
}

/// The error for a call that the storage refuses.
package struct StorageRefusal: Error, Sendable, Equatable {
  /// The errno of the refusal.
  package var errno: Int32

  /// A refusal with this errno.
  package init(errno: Int32) {
    self.errno = errno
  }
}

/// The storage of a real machine, which admits every call; a call may then still fail by itself.
package struct PlainStorage: StoragePort {
  /// The name, without its number, of the file that ``check(directory:)`` writes; no take has such a name.
  static let probeName = ".pinna-check"
  /// The most numbers that are tried for the name of that file: more than the recorders and leftover files that one
  /// folder could have.
  private static let mostProbes = 1000

  /// Creates the storage of this machine.
  package init() {}

  /// Admits every call.
  ///
  /// - Throws: nothing.
  package func admit(bytes: Int) throws(StorageRefusal) {}

  /// Admits every call.
  ///
  /// - Throws: nothing.
  package func admitConclusion() throws(StorageRefusal) {}

  /// Returns the free space that is available to a program without privileges.
  ///
  /// - Source: statvfs(3): `f_bavail` blocks of `f_frsize` bytes.
  package func freeBytes(directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Checks a folder by writing a small file through to the medium and removing it again.
  ///
  /// Only a write reveals that a card was remounted read-only after an error, or that it is gone although the system
  /// still lists its folder from memory. Other recorders may check the same folder at the same time.
  ///
  /// - Throws: ``StorageRefusal`` with the errno of the call that failed.
  package func check(directory: String) throws(StorageRefusal) {
    let descriptor = try Self.probe(in: directory)
    var byte: UInt8 = 0
    var code: Int32 = pwrite(descriptor, &byte, 1, 0) == 1 ? 0 : errno
    if code == 0, fdatasync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code != 0 { throw StorageRefusal(errno: code) }
  }

  /// Creates a new file without a name, which no other program can remove, and of which nothing remains when this
  /// program ends.
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
