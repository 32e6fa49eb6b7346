import Essentials
import Glibc

/// The text file for node_exporter's textfile collector; each update replaces the whole file.
struct PrometheusFile {
  let path: String

  /// Replaces the contents of the file.
  ///
  /// - Returns: the reason why the file could not be written, with its path; `nil` on success.
  func write(_ text: String) -> String? {
    // The collector runs as another user, and ignores the unfinished file, whose name does not end in .prom.
    let code = WholeFile.replace(path, with: text)
    return code == 0 ? nil : problem(code)
  }

  private func problem(_ code: Int32) -> String {
    "\(path) cannot be written: \(String(cString: strerror(code))); the folder of --prometheus must exist "
      + "and be writable by this user"
  }
}
