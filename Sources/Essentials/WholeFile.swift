import Glibc

/// Files that other programs read while this program replaces them.
package enum WholeFile {
  /// Replaces a file, or creates it, so that a reader sees either the old text or the new one, and nothing else is left
  /// if that fails.
  ///
  /// - Parameters:
  ///   - mode: the file's mode, whatever the umask is, because another user may have to read the file.
  ///   - isLasting: true if the text must reach the medium before it replaces the old one.
  /// - Returns: 0, or the errno if that fails.
  package static func replace(
    _ path: String, with text: String, mode: mode_t = 0o644, isLasting: Bool = false
  ) -> Int32 {
    let part = path + ".part"
    unlink(part)
    let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { return errno }
    fchmod(file, mode)
    let count = text.utf8.count
    let written = write(file, text, count)
    // If only a part was written, the storage is full.
    var code = written == count ? 0 : written < 0 ? errno : ENOSPC
    if code == 0, isLasting, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(part, path) != 0 { code = errno }
    if code != 0 { unlink(part) }
    return code
  }
}
