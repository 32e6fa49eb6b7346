import Glibc

/// A change of some bytes of a file and of its size, which a power cut leaves done or not done.
///
/// It is written to a journal beside the file first, and then into the file. Until the journal is whole on the medium
/// the file is as before; from then on it can be completed as often as needed, since the same bytes go to the same
/// places. The audio of a take is never among them.
struct FilePatch: Equatable {
  /// Bytes that replace, or follow, those at an offset.
  struct Piece: Equatable {
    var offset: Int
    var bytes: [UInt8]
  }

  /// The path of the file.
  let path: String
  /// The size of the file before and after.
  let before: Int
  let after: Int
  let pieces: [Piece]

  /// A change from its parts.
  init(path: String, size: (before: Int, after: Int), pieces: [Piece]) {
    self.path = path
    (before, after, self.pieces) = (size.before, size.after, pieces)
  }

  /// The name of a journal: hidden, so that it is no take.
  private static let (prefix, suffix) = (".", ".journal")
  private static let magic: [UInt8] = Array("pinnaFP1".utf8)
  /// The most bytes of a journal that is looked at.
  private static let mostBytes = 1 << 24

  /// The path of the journal of a file.
  static func journalPath(of path: String) -> String {
    "\(TakeName.directory(of: path))/\(prefix)\(TakeName.fileName(of: path))\(suffix)"
  }

  private var journalPath: String { Self.journalPath(of: path) }

  // MARK: - Writing

  /// Changes the file.
  ///
  /// - Throws: the errors of the system; the file is as before then, or as after once ``complete(_:)`` ran.
  func run() throws(TakeFileError) {
    let file = try opened()
    _ = unlink(journalPath)
    try write(journal, at: journalPath)
    try FileSync.directory(of: journalPath)
    try apply(to: file)
  }

  /// The file, with the lock of its writer.
  private func opened() throws(TakeFileError) -> OpenFile {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    let file = OpenFile(descriptor: descriptor)
    guard OpenFile.lock(descriptor) else {
      throw .system(operation: .open, path: path, code: EWOULDBLOCK)
    }
    return file
  }

  /// Brings the change into the file, and removes the journal.
  private func apply(to file: borrowing OpenFile) throws(TakeFileError) {
    for piece in pieces {
      let outcome = piece.bytes.withUnsafeBytes {
        OpenFile.write($0, to: file.descriptor, at: piece.offset)
      }
      guard outcome.code == 0 else {
        throw .system(operation: .write, path: path, code: outcome.code)
      }
    }
    guard ftruncate(file.descriptor, off_t(after)) == 0 else {
      throw .system(operation: .write, path: path, code: errno)
    }
    try FileSync.file(file.descriptor, path: path)
    _ = unlink(journalPath)
    try FileSync.directory(of: path)
  }

  private func write(_ bytes: [UInt8], at path: String) throws(TakeFileError) {
    do throws(TakeFileError) {
      let file = try OpenFile.create(path)
      let outcome = bytes.withUnsafeBytes { OpenFile.write($0, to: file.descriptor, at: 0) }
      guard outcome.code == 0 else {
        throw .system(operation: .write, path: path, code: outcome.code)
      }
      // A full card refuses what comes behind the end of the file here, while nothing has changed.
      let free = try? FileSystemLimit.freeBytes(in: TakeName.directory(of: path))
      if let free, free < after - before {
        throw .system(operation: .write, path: self.path, code: ENOSPC)
      }
      try FileSync.file(file.descriptor, path: path)
    } catch {
      _ = unlink(path)
      throw error
    }
  }

  // MARK: - After a power cut

  /// Completes the change of a journal that a power cut interrupted.
  ///
  /// - Returns: the file that was changed, or could not be; `nil` where no change had begun, and for other files.
  static func complete(_ journal: String) -> RecoveredTake? {
    guard let path = target(of: journal), let kind = TakeFileKind(path: path) else { return nil }
    var result = RecoveredTake(
      source: path, path: path, kind: kind,
      outcome: .mended(flaws: ["a change of what is said of it was cut off, and is done now"]))
    do throws(TakeFileError) {
      guard let patch = try read(journal) else { return nil }
      try patch.apply(to: try patch.opened())
      result.read()
    } catch {
      result.outcome = .failed(error)
      if case .system(.open, _, EWOULDBLOCK) = error { result.outcome = .busy }
    }
    return result
  }

  /// The path of the file of a journal; `nil` for what is no journal.
  private static func target(of journal: String) -> String? {
    let name = TakeName.fileName(of: journal)
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let file = String(name.dropFirst(prefix.count).dropLast(suffix.count))
    guard TakeName(fileName: file) != nil else { return nil }
    return "\(TakeName.directory(of: journal))/\(file)"
  }

  /// The change of a journal; one that is not whole is removed, since nothing of it has begun.
  private static func read(_ journal: String) throws(TakeFileError) -> FilePatch? {
    guard let path = target(of: journal), FileIdentity(path: journal) != nil else { return nil }
    let file = try OpenFile.read(journal, followsLinks: false)
    var bytes = [UInt8](repeating: 0, count: min(mostBytes, file.regularSize ?? 0))
    let outcome = bytes.withUnsafeMutableBytes {
      OpenFile.read(into: $0, from: file.descriptor, at: 0)
    }
    guard outcome.code == 0 else {
      throw .system(operation: .read, path: journal, code: outcome.code)
    }
    if let patch = FilePatch(bytes[..<outcome.bytes], for: path), patch.fits { return patch }
    _ = unlink(journal)
    return nil
  }

  /// True when the file has a size that it has on the way.
  private var fits: Bool {
    guard let size = (try? OpenFile.read(path, followsLinks: false))?.regularSize else {
      return false
    }
    return (min(before, after)...max(before, after)).contains(size)
  }

  // MARK: - The journal

  /// The change as bytes, with a checksum at the end.
  var journal: [UInt8] {
    var all = Self.magic
    all.append(littleEndian: UInt64(before))
    all.append(littleEndian: UInt64(after))
    all.append(littleEndian: UInt32(pieces.count))
    for piece in pieces {
      all.append(littleEndian: UInt64(piece.offset))
      all.append(littleEndian: UInt32(piece.bytes.count))
      all.append(contentsOf: piece.bytes)
    }
    all.append(littleEndian: all.withUnsafeBytes { CRC32($0) }.value)
    return all
  }

  /// The change of a journal for a file; `nil` for one that is not whole.
  init?(_ journal: ArraySlice<UInt8>, for path: String) {
    let bytes = Array(journal)
    let start = Self.magic.count
    guard bytes.count >= start + 24, bytes.starts(with: Self.magic),
      bytes.littleEndian(UInt32.self, at: bytes.count - 4)
        == bytes.dropLast(4).withUnsafeBytes({ CRC32($0) }).value
    else { return nil }
    var (place, found): (Int, [Piece]) = (start + 20, [])
    for _ in 0..<bytes.littleEndian(UInt32.self, at: start + 16) {
      guard place + 12 <= bytes.count - 4 else { return nil }
      let offset = Int(truncatingIfNeeded: bytes.littleEndian(UInt64.self, at: place))
      let count = Int(bytes.littleEndian(UInt32.self, at: place + 8))
      guard place + 12 + count <= bytes.count - 4, offset >= 0 else { return nil }
      found.append(Piece(offset: offset, bytes: Array(bytes[(place + 12)..<(place + 12 + count)])))
      place += 12 + count
    }
    let sizes = [0, 8].map {
      Int(truncatingIfNeeded: bytes.littleEndian(UInt64.self, at: start + $0))
    }
    self.init(path: path, size: (sizes[0], sizes[1]), pieces: found)
  }
}
