import Glibc

/// A file in progress, whose name says so; it gets its final name when it is complete.
///
/// Neither creating nor renaming the file ever replaces another one. Audio is appended to the file, while its head is
/// rewritten in place.
///
/// - Thread: one at a time, but not a realtime thread, because every method may wait for the disk.
struct InProgressFile: ~Copyable, Sendable {
  /// The path that the finished file will have.
  let path: String
  /// The path of the file until it is finished.
  let inProgressPath: String
  /// The size of the file so far in bytes.
  private(set) var bytes = 0
  private var file: OpenFile

  /// Creates the file in progress that will become `path`.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the finished name or the name in
  ///   progress is taken, or with any other error of the system.
  static func create(path: String) throws(TakeFileError) -> InProgressFile {
    guard access(path, F_OK) != 0 else {
      throw .system(operation: .create, path: path, code: EEXIST)
    }
    return try create(path: path, under: TakeName.inProgressPath(for: path))
  }

  /// Creates the file that will become `path`, under a name that the caller has chosen.
  ///
  /// - Throws: like ``create(path:)``, but if `path` is taken, only ``conclude()`` notices.
  static func create(
    path: String, under inProgress: String
  ) throws(TakeFileError) -> InProgressFile {
    InProgressFile(
      path: path, inProgressPath: inProgress, file: try ExFATPlace.create(inProgress))
  }

  /// Opens a file that was left in progress, to give it its final name or, if both paths are the same, to repair it in
  /// place.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EWOULDBLOCK` if another program is writing the
  ///   file.
  static func reopen(
    _ inProgressPath: String, as path: String, writing: Bool = true
  ) throws(TakeFileError) -> InProgressFile {
    let descriptor = open(
      inProgressPath, (writing ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .system(operation: .open, path: inProgressPath, code: errno)
    }
    let file = OpenFile(descriptor: descriptor)
    let size = try file.size(of: inProgressPath)
    guard OpenFile.lock(descriptor) else {
      throw .system(operation: .open, path: inProgressPath, code: EWOULDBLOCK)
    }
    // The writer may have finished between the opening and the locking; the name is then gone, or belongs to another
    // file.
    guard FileIdentity(path: inProgressPath) == FileIdentity(descriptor: descriptor) else {
      throw .system(operation: .open, path: inProgressPath, code: ENOENT)
    }
    var reopened = InProgressFile(path: path, inProgressPath: inProgressPath, file: file)
    reopened.bytes = size
    return reopened
  }

  /// Adopts an open file, which keeps its name.
  ///
  /// - Parameter bytes: the size of the file in bytes.
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
  /// - Returns: the number of bytes written; that is all of them unless `code` is an errno. The caller may retry the
  ///   rest.
  mutating func append(_ more: UnsafeRawBufferPointer) -> (bytes: Int, code: Int32) {
    let outcome = OpenFile.write(more, to: file.descriptor, at: bytes)
    bytes += outcome.bytes
    return (outcome.bytes, outcome.code)
  }

  /// Appends all bytes or throws an error; bytes written before the error stay in the file.
  mutating func append(all more: [UInt8]) throws(TakeFileError) {
    let outcome = more.withUnsafeBytes { append($0) }
    if outcome.code != 0 {
      throw .system(operation: .write, path: inProgressPath, code: outcome.code)
    }
  }

  /// Appends pieces, which are ranges of another file or new bytes.
  ///
  /// - Parameter progress: called with the share that is done, from 0 to 1.
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

  /// Overwrites bytes in place; if they reach beyond the end, the file grows.
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

  /// Reads bytes back; fewer than `count` if the file ends before.
  func read(at offset: Int, count: Int) throws(TakeFileError) -> [UInt8] {
    try OpenFile.bytes(of: file.descriptor, at: offset, count: count, path: inProgressPath)
  }

  /// A parser for the file; it is valid only as long as this value lives.
  func makeParser() throws(TakeFileError) -> WAVParser {
    try WAVParser(descriptor: file.descriptor, path: inProgressPath, fileBytes: bytes)
  }

  /// Truncates the file to this length.
  mutating func truncate(to length: Int) throws(TakeFileError) {
    guard ftruncate(file.descriptor, off_t(length)) == 0 else {
      throw .system(operation: .truncate, path: inProgressPath, code: errno)
    }
    bytes = length
  }

  /// The descriptor of the file, for reading back.
  var descriptor: Int32 { file.descriptor }

  /// A second handle for the file, for a thread that only waits for the storage medium.
  func makeSyncer() throws(TakeFileError) -> FileSyncer {
    try FileSyncer(duplicating: file.descriptor, path: inProgressPath)
  }

  /// Waits until all written bytes are on the storage medium, which may take a long time on a slow card.
  func sync() throws(TakeFileError) {
    guard fdatasync(file.descriptor) == 0 else {
      throw .system(operation: .sync, path: inProgressPath, code: errno)
    }
  }

  /// Removes the file, which must still be empty, so that its name is free again.
  consuming func discard() {
    _ = unlink(inProgressPath)
  }

  /// Syncs the file, which is now complete, gives it its final name and closes it.
  ///
  /// The descriptor stays open while the file is renamed, and a second sync follows, as `FileSync` explains.
  ///
  /// - Throws: the failed step. The file then keeps its name in progress; if the error is `EEXIST`, the file is
  ///   complete, but its final name was taken.
  consuming func conclude() throws(TakeFileError) {
    try settle()
    let path = path
    let code = file.close()
    if code != 0 { throw .system(operation: .close, path: path, code: code) }
  }

  /// Does everything that ``conclude()`` does, except closing the file.
  ///
  /// This is a separate function because Swift 6.0.3 stops with an internal error if the same function both uses and
  /// consumes a file.
  private borrowing func settle() throws(TakeFileError) {
    try FileSync.file(file.descriptor, path: inProgressPath)
    if path == inProgressPath { return }
    try FileSync.rename(inProgressPath, to: path, open: file.descriptor)
    try FileSync.directory(of: path)
  }
}
