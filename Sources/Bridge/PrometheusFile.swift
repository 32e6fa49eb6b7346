import Glibc

/// The text file for node_exporter's textfile collector, replaced as a whole.
struct PrometheusFile {
  let path: String

  /// Writes a text.
  ///
  /// - Returns: the reason why it could not be written, with the path; `nil` if it was.
  func write(_ text: String) -> String? {
    // The collector reads only names that end in .prom, so it ignores this one.
    let part = path + ".part"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { return problem() }
    // The collector runs as another user.
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
