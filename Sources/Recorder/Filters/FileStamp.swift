import Glibc

/// A stamp of a file: a text that changes when the file does.
enum FileStamp {
  /// The path, size and date; the path alone if there is no such file.
  static func text(path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    return "\(path) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
