import Glibc

/// Identifies a file regardless of its name, by its device and its inode.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t

  /// The identity of the file to which a descriptor refers.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, node) = (status.st_dev, status.st_ino)
  }

  /// The identity of the file or link at a path; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, node) = (status.st_dev, status.st_ino)
  }
}
