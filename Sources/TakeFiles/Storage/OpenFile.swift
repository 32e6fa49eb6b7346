import Glibc

/// A file descriptor that is closed exactly once.
///
/// All access is by offset, so the descriptor has no position for two users to disturb.
struct OpenFile: ~Copyable, Sendable {
  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = Glibc.close(descriptor)
  }

  /// A new file; fails with `EEXIST` if the name is taken, even by a dangling link.
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

  /// An existing file for reading; `O_NONBLOCK` so that a named pipe cannot hang the caller.
  static func read(
    _ path: String, followsLinks: Bool = true
  ) throws(TakeFileError) -> OpenFile {
    let links = followsLinks ? 0 : O_NOFOLLOW
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | links)
    guard descriptor >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    return OpenFile(descriptor: descriptor)
  }

  /// Closes and returns the kernel's errno: some file systems report a failed write only here.
  ///
  /// On Linux the descriptor is gone after `EINTR` too, so `EINTR` is not an error and the close is never repeated.
  consuming func close() -> Int32 {
    let descriptor = descriptor
    discard self
    if Glibc.close(descriptor) == 0 || errno == EINTR { return 0 }
    return errno
  }

  /// The size of the file in bytes, or `nil` if it is not a regular file.
  var regularSize: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Takes the lock of a file's writer; false while another program holds it.
  ///
  /// A newly started program holds everything that its parent had open, until its exec: so a lock left over from a file
  /// just closed goes away within moments. File systems without locks return `ENOLCK` or `EOPNOTSUPP`: there, no other
  /// program can hold one either.
  static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<10 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(10_000)
    }
    return false
  }

  /// True if a program holds the lock of the file's writer.
  var isBeingWritten: Bool {
    if flock(descriptor, LOCK_SH | LOCK_NB) != 0 { return errno == EWOULDBLOCK }
    flock(descriptor, LOCK_UN)
    return false
  }

  /// The number of bytes done by an operation, and the errno that ended it (0 if it finished).
  struct Outcome {
    var bytes: Int
    var code: Int32
  }

  /// Writes all bytes, across short writes and signals.
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

  /// Reads until the buffer is full or the file ends, across short reads and signals.
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
}
