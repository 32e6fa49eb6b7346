import Glibc

/// Copies one file to another medium, and reads the copy back from there before the copy gets its name.
///
/// The file is copied in pieces that leave the page cache at once. Otherwise a recorder that works meanwhile would have
/// to wait until the kernel had written gigabytes of another file to a slow stick.
struct FileCopy {
  /// The folder that contains the takes.
  let folder: OpenFolder
  /// The file and its copy.
  let item: CopyPlan.Item

  private var source: String { item.source }
  private var destination: String { item.destination }

  /// The number of bytes read or written at a time.
  static let pieceBytes = 1 << 20
  /// The medium is synced after every so many bytes; even a slow stick (5 MB/s) writes them in less than a second.
  static let syncBytes = 4 << 20

  /// Makes the copy.
  ///
  /// - Parameter progress: called with the number of bytes written or read back since the last call.
  /// - Throws: the failed operation, with the path of the file on which it failed; nothing is then left of the copy.
  func run(progress: (Int) -> Void) throws(TakeFileError) {
    if !item.day.isEmpty {
      try FileSync.makeFolder(TakeName.directory(of: destination))
    }
    var copy = try InProgressFile.create(
      path: destination, under: CopyLeftovers.path(for: destination))
    do throws(TakeFileError) {
      let checksums = try write(&copy, progress)
      try check(copy, checksums, progress)
    } catch {
      copy.discard()
      throw error
    }
    try conclude(copy)
  }

  /// Writes the copy, and returns the checksum of every piece.
  private func write(
    _ copy: inout InProgressFile, _ progress: (Int) -> Void
  ) throws(TakeFileError) -> [CRC32] {
    guard let place = try folder.folder(item.day) else {
      throw .system(operation: .open, path: source, code: ENOENT)
    }
    let file = try place.open(item.entry)
    let size = try file.size(of: source)
    let before = Self.changed(file)
    posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    var checksums: [CRC32] = []
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    while copy.bytes < size {
      let (offset, count) = (copy.bytes, min(Self.pieceBytes, size - copy.bytes))
      try read(file.descriptor, into: &piece, offset, count)
      let (checksum, code) = piece.withUnsafeBytes { bytes in
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        return (CRC32(bytes), copy.append(bytes).code)
      }
      guard code == 0 else {
        throw .system(operation: .write, path: destination, code: code)
      }
      checksums.append(checksum)
      posix_fadvise(file.descriptor, off_t(offset), off_t(count), POSIX_FADV_DONTNEED)
      if copy.bytes % Self.syncBytes == 0 { try settle(copy) }
      progress(count)
    }
    // If the take was edited meanwhile, the copy may have parts of both versions; the next copy gets the new one.
    guard Self.changed(file) == before, file.regularSize == size else {
      throw .system(operation: .read, path: source, code: EWOULDBLOCK)
    }
    try settle(copy)
    return checksums
  }

  /// The time at which a file was last written, in nanoseconds since 1970.
  private static func changed(_ file: borrowing OpenFile) -> Int? {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return nil }
    return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  private func read(
    _ descriptor: Int32, into piece: inout [UInt8], _ offset: Int, _ count: Int
  ) throws(TakeFileError) {
    let outcome = piece.withUnsafeMutableBytes { bytes in
      OpenFile.read(
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), from: descriptor,
        at: offset)
    }
    guard outcome.code == 0, outcome.bytes == count else {
      let code = outcome.code == 0 ? EIO : outcome.code
      throw .system(operation: .read, path: source, code: code)
    }
  }

  /// Waits until the bytes written so far are on the medium, and drops them from the page cache.
  private func settle(_ copy: borrowing InProgressFile) throws(TakeFileError) {
    do throws(TakeFileError) {
      try copy.sync()
    } catch {
      guard case .system(let operation, _, let code) = error else { throw error }
      throw .system(operation: operation, path: destination, code: code)
    }
    posix_fadvise(copy.descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Reads the copy back from the medium, and compares the checksum of every piece.
  private func check(
    _ copy: borrowing InProgressFile, _ checksums: [CRC32], _ progress: (Int) -> Void
  ) throws(TakeFileError) {
    for (index, checksum) in checksums.enumerated() {
      let offset = index * Self.pieceBytes
      let piece = try copy.read(at: offset, count: Self.pieceBytes)
      guard piece.withUnsafeBytes({ CRC32($0) }) == checksum else {
        throw .notKept(path: destination, offset: offset)
      }
      posix_fadvise(copy.descriptor, off_t(offset), off_t(piece.count), POSIX_FADV_DONTNEED)
      progress(piece.count)
    }
  }

  /// Gives the copy its name; if that fails, removes the copy.
  private func conclude(_ copy: consuming InProgressFile) throws(TakeFileError) {
    let path = copy.inProgressPath
    do throws(TakeFileError) {
      try copy.conclude()
    } catch {
      unlink(path)
      throw error
    }
  }
}

/// The hidden files that hold copies until they are complete.
enum CopyLeftovers {
  private static let prefix = ".pinna-copy-"
  private static let suffix = ".part"

  /// The path at which a copy is written until it is complete.
  static func path(for path: String) -> String {
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return directory + prefix + TakeName.fileName(of: path) + suffix
  }

  /// Removes what interrupted copies left behind, except files that another program is writing.
  static func remove(in directory: TakeDirectory) throws(TakeFileError) {
    for folder in try directory.folders() { try removeOwn(in: folder) }
  }

  private static func removeOwn(in directory: TakeDirectory) throws(TakeFileError) {
    for name in try directory.entryNames()
    where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = directory.path(of: name)
      let file: OpenFile
      do throws(TakeFileError) {
        file = try OpenFile.read(path, followsLinks: false)
      } catch {
        // A file is not one of these copies if its name is not text, if it is a link, or if this program may not read
        // it; and it is no reason to stop.
        switch error {
        case .system(_, _, ENOENT), .system(_, _, ELOOP), .system(_, _, EACCES): continue
        default: throw error
        }
      }
      guard file.regularSize != nil, !file.isBeingWritten else { continue }
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .system(operation: .write, path: path, code: errno)
      }
    }
  }
}

extension TakeDirectory {
  /// The path of the file with this name in the directory.
  func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
}
