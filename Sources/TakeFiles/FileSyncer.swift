import Glibc

/// A second handle on a file being written, for the thread that waits for the storage medium.
///
/// It stays valid, and harmless, when the writer is done first.
public struct FileSyncer: ~Copyable, Sendable {
  /// The file, for messages.
  public let path: String
  private let file: OpenFile

  init(duplicating descriptor: Int32, path: String) throws(TakeFileError) {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    self.path = path
    file = OpenFile(descriptor: duplicate)
  }

  /// Waits until the medium has everything that was written before the call.
  public func sync() throws(TakeFileError) {
    guard fdatasync(file.descriptor) == 0 else {
      throw .system(operation: .sync, path: path, code: errno)
    }
  }
}
