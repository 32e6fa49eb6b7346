import Glibc

/// The identity of a file, whatever its name.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t

  /// The file behind a descriptor.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, node) = (status.st_dev, status.st_ino)
  }

  /// The file or link at a path; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, node) = (status.st_dev, status.st_ino)
  }
}
