import Glibc

/// A file in progress, with a name that says so; it gets its final name when complete.
///
/// It is created exclusively and renamed without replacing anything. Audio is appended; the head is rewritten in place.
///
/// - Thread: one at a time, not a realtime one: every method may wait for the disk.
struct InProgressFile: ~Copyable, Sendable {
  /// The name of the finished file.
  let path: String
  /// The name of the file until then.
  let inProgressPath: String
  /// The size of the file so far in bytes.
  private(set) var bytes = 0
  private var file: OpenFile

  /// Creates the file in progress for `path`.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the name, finished or in progress, is
  ///   taken, or with any other error of the system.
  static func create(path: String) throws(TakeFileError) -> InProgressFile {
    guard access(path, F_OK) != 0 else {
      throw .system(operation: .create, path: path, code: EEXIST)
    }
    return try create(path: path, under: TakeName.inProgressPath(for: path))
  }

  /// Creates the file that becomes `path` under a name chosen by the caller.
  ///
  /// - Throws: like ``create(path:)``; a taken `path` shows only at the end.
  static func create(
    path: String, under inProgress: String
  ) throws(TakeFileError) -> InProgressFile {
    InProgressFile(
      path: path, inProgressPath: inProgress, file: try ExFATPlace.create(inProgress))
  }

  /// Opens a file left behind, to give it its final name or, with the same path twice, to repair it in place.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EWOULDBLOCK` while another program is writing it.
  static func reopen(
    _ inProgressPath: String, as path: String, writing: Bool = true
  ) throws(TakeFileError) -> InProgressFile {
    let descriptor = open(
      inProgressPath, (writing ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .system(operation: .open, path: inProgressPath, code: errno)
    }
    let file = OpenFile(descriptor: descriptor)
    guard let size = file.regularSize else {
      throw .system(operation: .open, path: inProgressPath, code: EINVAL)
    }
    guard OpenFile.lock(descriptor) else {
      throw .system(operation: .open, path: inProgressPath, code: EWOULDBLOCK)
    }
    // Between opening and locking the writer may have finished: then the name is gone or belongs to another file.
    guard FileIdentity(path: inProgressPath) == FileIdentity(descriptor: descriptor) else {
      throw .system(operation: .open, path: inProgressPath, code: ENOENT)
    }
    var reopened = InProgressFile(path: path, inProgressPath: inProgressPath, file: file)
    reopened.bytes = size
    return reopened
  }

  /// An open file that keeps its name.
  ///
  /// - Parameter bytes: the size of the file.
  init(adopting descriptor: Int32, path: String, bytes: Int = 0) {
    self.init(path: path, inProgressPath: path, file: OpenFile(descriptor: descriptor))
    self.bytes = bytes
  }

  private init(path: String, inProgressPath: String, file: consuming OpenFile) {
    self.path = path
    self.inProgressPath = inProgressPath
    self.file = file
  }

  /// Appends bytes.
  ///
  /// - Returns: the number of written bytes; all of them unless `code` is an errno. You may retry the rest.
  mutating func append(_ more: UnsafeRawBufferPointer) -> (bytes: Int, code: Int32) {
    let outcome = OpenFile.write(more, to: file.descriptor, at: bytes)
    bytes += outcome.bytes
    return (outcome.bytes, outcome.code)
  }

  /// Appends all bytes or throws; the bytes written before an error are part of the file.
  mutating func append(all more: [UInt8]) throws(TakeFileError) {
    let outcome = more.withUnsafeBytes { append($0) }
    if outcome.code != 0 {
      throw .system(operation: .write, path: inProgressPath, code: outcome.code)
    }
  }

  /// Appends parts of another file, and replacement bytes.
  ///
  /// - Parameter progress: called with the finished share, 0 to 1.
  mutating func append(
    _ pieces: [EncodedSurvey.Piece], of other: borrowing InProgressFile,
    progress: (Double) -> Void
  ) throws(TakeFileError) {
    let all = pieces.reduce(0) { $0 + $1.count }
    let start = bytes
    for piece in pieces {
      switch piece {
      case .made(let bytes): try append(all: bytes)
      case .kept(let range):
        var offset = range.lowerBound
        while offset < range.upperBound {
          let block = try other.read(at: offset, count: min(1 << 20, range.upperBound - offset))
          if block.isEmpty { break }
          try append(all: block)
          offset += block.count
          progress(Double(bytes - start) / Double(all))
        }
      }
    }
  }

  /// Rewrites bytes in place; a write beyond the end makes the file longer.
  mutating func overwrite(
    _ replacement: [UInt8], at offset: Int, operation: FileOperation = .updateHeader
  ) throws(TakeFileError) {
    let descriptor = file.descriptor
    let outcome = replacement.withUnsafeBytes {
      OpenFile.write($0, to: descriptor, at: offset)
    }
    bytes = max(bytes, offset + outcome.bytes)
    if outcome.code != 0 {
      throw .system(operation: operation, path: inProgressPath, code: outcome.code)
    }
  }

  /// Reads bytes back; fewer at the end of the file.
  func read(at offset: Int, count: Int) throws(TakeFileError) -> [UInt8] {
    var found = [UInt8](repeating: 0, count: count)
    let descriptor = file.descriptor
    let outcome = found.withUnsafeMutableBytes {
      OpenFile.read(into: $0, from: descriptor, at: offset)
    }
    if outcome.code != 0 {
      throw .system(operation: .read, path: inProgressPath, code: outcome.code)
    }
    return Array(found.prefix(outcome.bytes))
  }

  /// A parser for the file, valid as long as this value lives.
  func makeParser() -> WAVParser {
    WAVParser(descriptor: file.descriptor, path: inProgressPath, fileBytes: bytes)
  }

  /// Truncates the file to this length.
  mutating func truncate(to length: Int) throws(TakeFileError) {
    guard ftruncate(file.descriptor, off_t(length)) == 0 else {
      throw .system(operation: .truncate, path: inProgressPath, code: errno)
    }
    bytes = length
  }

  /// The descriptor, for reading back.
  var descriptor: Int32 { file.descriptor }

  /// A second handle, for a thread that only waits for the storage medium.
  func makeSyncer() throws(TakeFileError) -> FileSyncer {
    try FileSyncer(duplicating: file.descriptor, path: inProgressPath)
  }

  /// Waits until the storage medium has all written bytes; may take a long time on a slow card.
  func sync() throws(TakeFileError) {
    guard fdatasync(file.descriptor) == 0 else {
      throw .system(operation: .sync, path: inProgressPath, code: errno)
    }
  }

  /// Removes a file in progress that is still empty, so that its name is free again.
  consuming func discard() {
    _ = unlink(inProgressPath)
  }

  /// Syncs the file, gives it its final name and closes it: it is complete.
  ///
  /// The descriptor stays open across the rename, with a second sync after it: on vfat, closing before the renaming
  /// loses the whole file in most power cuts; on ext4 either order keeps it.
  ///
  /// - Throws: the failed step. The file then stays under its name in progress; with `EEXIST` it is complete, and only
  ///   its name was taken.
  consuming func conclude() throws(TakeFileError) {
    try settle()
    let path = path
    let code = file.close()
    if code != 0 { throw .system(operation: .close, path: path, code: code) }
  }

  /// Does everything in ``conclude()`` except closing.
  ///
  /// A separate function, because Swift 6.0.3 stops with an internal error if one function both uses and consumes a
  /// file.
  private borrowing func settle() throws(TakeFileError) {
    try FileSync.file(file.descriptor, path: inProgressPath)
    if path == inProgressPath { return }
    try FileSync.rename(inProgressPath, to: path)
    try FileSync.file(file.descriptor, path: path)
    try FileSync.directory(of: path)
  }
}
