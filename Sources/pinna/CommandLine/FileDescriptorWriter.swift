import Glibc

/// Writes text to the file descriptors of the process.
enum FileDescriptorWriter {
  /// Writes all of the text.
  ///
  /// - Throws: ``OutputClosed`` when the reader is gone; ``CommandError`` (74) when writing failed otherwise.
  static func write(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw CommandError("cannot write the output: \(reason)", .inputOutput)
      }
    }
  }
}
