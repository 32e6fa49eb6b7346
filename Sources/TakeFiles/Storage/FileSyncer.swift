import Glibc
import Synchronization

/// A second handle for a file that is being written; a separate thread uses it to wait for the storage medium.
///
/// The writer states how many bytes it has written, the waiting thread calls ``sync()``, and the writer reads how many
/// bytes are safe. If the writer finishes first, the handle remains valid and harmless.
public final class FileSyncer: Sendable {
  /// The path of the file, for messages.
  public let path: String
  private let descriptor: Int32
  /// The device that holds the file's folder.
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

  /// Records how many bytes have been passed to the kernel so far.
  ///
  /// - Thread: the writer's.
  public func note(written bytes: Int) { written.store(bytes, ordering: .releasing) }

  /// The number of bytes from the start of the file that are known to be on the medium.
  public var syncedBytes: Int { synced.load(ordering: .acquiring) }

  /// True if some of the written bytes are not yet covered by a finished sync.
  public var isBehind: Bool {
    synced.load(ordering: .acquiring) < written.load(ordering: .acquiring)
  }

  /// Waits until all bytes written before the call are on the medium; the first call also waits for the name of the
  /// file.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with the medium's error. If a sync fails, any page
  ///   written since the last sync may be lost. ENOENT means that the file was removed, or that another medium was
  ///   mounted over its folder.
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
