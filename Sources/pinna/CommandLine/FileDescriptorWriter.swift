import Glibc

/// Writes text to the file descriptors of the process.
enum FileDescriptorWriter {
  /// Writes the whole of a text to a descriptor.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` (74) if writing fails otherwise.
  static func write(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno == EAGAIN {
        // Another program that shares the open file has made it non-blocking, so wait until it accepts text.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw CommandError("cannot write the output: \(reason)", .inputOutput)
      }
    }
  }

  /// True if two descriptors lead to the same terminal, pipe or file.
  static func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one, &first) == 0 && fstat(other, &second) == 0
      && (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
  }
}
