import Glibc

/// The text file for node_exporter's textfile collector; each update replaces the whole file.
struct PrometheusFile {
  let path: String

  /// Replaces the contents of the file.
  ///
  /// - Returns: the reason why the file could not be written, with its path; `nil` on success.
  func write(_ text: String) -> String? {
    // The collector reads only files whose names end in .prom, so it ignores this unfinished file.
    let part = path + ".part"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { return problem() }
    // The collector runs as another user, who must be able to read the file.
    fchmod(file, 0o644)
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
    let isClosed = close(file) == 0
    guard isWritten, isClosed, rename(part, path) == 0 else {
      defer { unlink(part) }
      return problem()
    }
    return nil
  }

  private func problem() -> String {
    "\(path) cannot be written: \(String(cString: strerror(errno))); the folder of --prometheus must exist "
      + "and be writable by this user"
  }
}
