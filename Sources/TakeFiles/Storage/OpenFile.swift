import Glibc

/// A file descriptor that is closed exactly once.
///
/// All access is by offset, so there is no position in the file that two users could change for each other.
struct OpenFile: ~Copyable, Sendable {
  let descriptor: Int32

  deinit {
    _ = Glibc.close(descriptor)
  }

  /// Creates a file; fails with `EEXIST` if the name is taken, even by a link to nothing.
  static func create(_ path: String) throws(TakeFileError) -> OpenFile {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let (code, directory) = (errno, TakeName.directory(of: path))
      throw .withNewFile(
        .create, path, code: code, in: directory,
        freeBytes: try? FileSystemLimit.freeBytes(in: directory))
    }
    return OpenFile(descriptor: descriptor)
  }

  /// Opens an existing file for reading; `O_NONBLOCK`, because opening a named pipe must not wait for a writer.
  static func read(
    _ path: String, followsLinks: Bool = true
  ) throws(TakeFileError) -> OpenFile {
    let links = followsLinks ? 0 : O_NOFOLLOW
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | links)
    guard descriptor >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    return OpenFile(descriptor: descriptor)
  }

  /// Closes the file and returns the kernel's errno, because some file systems report a failed write only now.
  ///
  /// On Linux the descriptor is closed even after `EINTR`, so `EINTR` does not count as an error, and closing is never
  /// repeated.
  consuming func close() -> Int32 {
    let descriptor = descriptor
    discard self
    if Glibc.close(descriptor) == 0 || errno == EINTR { return 0 }
    return errno
  }

  /// The size of the file in bytes; `nil` if it is not a regular file.
  var regularSize: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The size of the file at a path in bytes.
  ///
  /// - Throws: an `EINVAL` if it is not a regular file.
  func size(of path: String) throws(TakeFileError) -> Int {
    guard let regularSize else { throw .system(operation: .open, path: path, code: EINVAL) }
    return regularSize
  }

  /// Takes the lock that belongs to the file's writer; false if another program holds it.
  ///
  /// If a program has just been started, it holds everything that its parent had open, until its exec: so the lock of a
  /// file that was just closed may remain for a few moments. File systems without locks return `ENOLCK` or
  /// `EOPNOTSUPP`; no other program can hold a lock there either.
  static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<10 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(10_000)
    }
    return false
  }

  /// True if a program holds the lock that belongs to the file's writer.
  var isBeingWritten: Bool {
    if flock(descriptor, LOCK_SH | LOCK_NB) != 0 { return errno == EWOULDBLOCK }
    flock(descriptor, LOCK_UN)
    return false
  }

  /// How many bytes an operation has processed, and the errno that ended it (0 if it is complete).
  struct Outcome {
    var bytes: Int
    var code: Int32
  }

  /// Writes all bytes, even if the kernel accepts only some of them at a time or signals interrupt the writing.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int)
    -> Outcome
  {
    var done = 0
    while done < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 {
        return Outcome(bytes: done, code: EIO)
      } else if errno != EINTR {
        return Outcome(bytes: done, code: errno)
      }
    }
    return Outcome(bytes: done, code: 0)
  }

  /// Reads until the buffer is full or the file ends, even if the kernel returns less at a time or signals interrupt
  /// the reading.
  static func read(
    into bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int
  )
    -> Outcome
  {
    var done = 0
    while done < bytes.count {
      let count = pread(
        descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        return Outcome(bytes: done, code: errno)
      }
    }
    return Outcome(bytes: done, code: 0)
  }

  /// Writes all bytes or throws an error that names the path.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int, path: String,
    operation: FileOperation = .write
  ) throws(TakeFileError) {
    let outcome = bytes.withUnsafeBytes { write($0, to: descriptor, at: offset) }
    if outcome.code != 0 { throw .system(operation: operation, path: path, code: outcome.code) }
  }

  /// Reads bytes, fewer than `count` if the file ends before, or throws an error that names the path.
  static func bytes(
    of descriptor: Int32, at offset: Int, count: Int, path: String
  ) throws(TakeFileError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let outcome = read(
        into: UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: offset)
      (initialized, code) = (outcome.bytes, outcome.code)
    }
    if code != 0 { throw .system(operation: .read, path: path, code: code) }
    return bytes
  }
}
