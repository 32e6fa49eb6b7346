import Glibc

/// A change to a file: the bytes to write, and the size that the file will have.
struct FilePatch: Equatable {
  /// Bytes to write at an offset, over existing bytes or beyond the end of the file.
  struct Piece: Equatable {
    var offset: Int
    var bytes: [UInt8]
  }

  /// The name of the file.
  let name: String
  /// The sizes of the file before and after the change.
  let before: Int
  let after: Int
  let pieces: [Piece]

  /// A change from its parts.
  init(name: String, size: (before: Int, after: Int), pieces: [Piece]) {
    self.name = name
    (before, after, self.pieces) = (size.before, size.after, pieces)
  }

  /// True if the file in a folder has a size that occurs before, during or after the change.
  func fits(in directory: String) -> Bool {
    let file = try? OpenFile.read("\(directory)/\(name)", followsLinks: false)
    guard let size = file?.regularSize else { return false }
    return (min(before, after)...max(before, after)).contains(size)
  }

  /// Opens the file in a folder, and locks it against other writers.
  func opened(in directory: String) throws(TakeFileError) -> OpenFile {
    let path = "\(directory)/\(name)"
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    let file = OpenFile(descriptor: descriptor)
    guard OpenFile.lock(descriptor) else {
      throw .system(operation: .open, path: path, code: EWOULDBLOCK)
    }
    return file
  }

  /// Applies the change to the file, and waits until it is on the medium.
  func apply(to file: borrowing OpenFile, in directory: String) throws(TakeFileError) {
    let path = "\(directory)/\(name)"
    for piece in pieces {
      try OpenFile.write(piece.bytes, to: file.descriptor, at: piece.offset, path: path)
    }
    guard ftruncate(file.descriptor, off_t(after)) == 0 else {
      throw .system(operation: .write, path: path, code: errno)
    }
    try FileSync.file(file.descriptor, path: path)
  }
}
