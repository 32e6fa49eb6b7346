import Glibc

/// Reads small text files that people write by hand.
public enum TextFile {
  /// The largest accepted size in bytes: no board, settings or scenario file is that large.
  static let mostBytes = 1 << 20

  /// The bytes of a regular file.
  ///
  /// - Throws: ``TOMLError`` with the `errno` if the file cannot be read, or if it is too large.
  public static func bytes(path: String) throws(TOMLError) -> [UInt8] {
    // O_NONBLOCK, because opening a named pipe must not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, errno: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path, errno: EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TOMLError(
        file: path, problem: "is not a regular file", remedy: "name a file",
        cause: .file(errno: EINVAL))
    }
    return try contents(of: descriptor, path: path)
  }

  private static func contents(of descriptor: Int32, path: String) throws(TOMLError) -> [UInt8] {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while result.count <= mostBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return result }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(path, errno: errno)
      }
      result += chunk[0..<count]
    }
    throw TOMLError(
      file: path, problem: "is larger than \(mostBytes) bytes", remedy: "is it the right file?",
      cause: .file(errno: EFBIG))
  }
}
