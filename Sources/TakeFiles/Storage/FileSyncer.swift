import Glibc
import Synchronization

/// The side of a file being written that waits for the storage medium, on a separate thread.
///
/// The writer states the number of written bytes, the waiting thread calls ``sync()``, and the writer reads the number
/// of safe bytes. The syncer stays valid, and harmless, if the writer finishes first.
public final class FileSyncer: Sendable {
  /// The file, for messages.
  public let path: String
  private let descriptor: Int32
  /// The device of its folder.
  private let medium: dev_t?
  private let written = Atomic<Int>(0)
  private let synced = Atomic<Int>(0)
  private let nameIsSafe = Atomic<Bool>(false)

  init(duplicating descriptor: Int32, path: String) throws(TakeFileError) {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    self.path = path
    self.descriptor = duplicate
    medium = Self.medium(of: path)
  }

  private static func medium(of path: String) -> dev_t? {
    var folder = stat()
    return stat(TakeName.directory(of: path), &folder) == 0 ? folder.st_dev : nil
  }

  deinit { close(descriptor) }

  /// Stores the number of bytes passed to the kernel so far.
  ///
  /// - Thread: writer.
  public func note(written bytes: Int) { written.store(bytes, ordering: .releasing) }

  /// The number of bytes from the start of the file that are on the medium.
  public var syncedBytes: Int { synced.load(ordering: .acquiring) }

  /// True if there are written bytes that no finished sync covers.
  public var isBehind: Bool {
    synced.load(ordering: .acquiring) < written.load(ordering: .acquiring)
  }

  /// Waits until all bytes written before the call are on the medium; the first call also waits for the file's name.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)``, the medium's error. A failed sync may have lost any page
  ///   since the last one. ENOENT means a removed file, or another medium mounted over its folder.
  /// - Thread: any thread that may wait; one at a time.
  public func sync() throws(TakeFileError) {
    let target = written.load(ordering: .acquiring)
    if nameIsSafe.load(ordering: .relaxed) {
      guard fdatasync(descriptor) == 0 else {
        throw .system(operation: .sync, path: path, code: errno)
      }
    } else {
      try FileSync.file(descriptor, path: path)
      try FileSync.directory(of: path)
      nameIsSafe.store(true, ordering: .relaxed)
    }
    var file = stat()
    guard fstat(descriptor, &file) == 0, file.st_nlink > 0, Self.medium(of: path) == medium else {
      throw .system(operation: .sync, path: path, code: ENOENT)
    }
    synced.store(target, ordering: .releasing)
  }
}
