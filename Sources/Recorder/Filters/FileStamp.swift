import Glibc

/// The stamp of a file, which is a text that changes when the file changes.
enum FileStamp {
  /// The path, size and date of a file; the path alone if there is no such file.
  static func text(path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    return "\(path) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
