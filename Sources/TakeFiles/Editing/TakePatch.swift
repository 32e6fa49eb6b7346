import Glibc

/// A change to all files of a take; even after a power cut or a killed program, it is either done in all of them or in
/// none.
///
/// The change is first written to a journal beside the files, and then into the files. Until the whole journal is on
/// the medium, the files are as before. From then on the change can be repeated until it is complete, because the same
/// bytes always go to the same places. The change never touches the audio of a take.
struct TakePatch: Equatable {
  /// The folder that contains the take, and the name of the take.
  let directory: String
  let take: String
  let files: [FilePatch]

  /// The start and the end of a journal's name; the name is hidden, so that the journal is not taken for a take.
  private static let (prefix, suffix) = (".", ".journal")
  private static let magic: [UInt8] = Array("pinnaTP1".utf8)
  /// The largest size in bytes of a journal that is read, and the largest number of files in it.
  private static let (mostBytes, mostFiles) = (1 << 26, 1 << 16)

  /// The path of a take's journal.
  static func journalPath(of take: String, in directory: String) -> String {
    "\(directory)/\(prefix)\(take)\(suffix)"
  }

  private var journalPath: String { Self.journalPath(of: take, in: directory) }

  // MARK: - Writing

  /// Writes the journal, and then changes the files.
  ///
  /// - Throws: the errors of the system. The files are then as before, or ``complete(_:)`` can still complete the
  ///   change.
  func run() throws(TakeFileError) {
    // Before anything changes, make sure that no other program is writing one of the files.
    for file in files { _ = try file.opened(in: directory).close() }
    _ = unlink(journalPath)
    try writeJournal()
    try FileSync.directory(of: journalPath)
    try apply()
  }

  private func apply() throws(TakeFileError) {
    for file in files where file.fits(in: directory) {
      let opened = try file.opened(in: directory)
      try file.apply(to: opened, in: directory)
    }
    _ = unlink(journalPath)
    try FileSync.directory(of: journalPath)
  }

  private func writeJournal() throws(TakeFileError) {
    do throws(TakeFileError) {
      let file = try OpenFile.create(journalPath)
      try OpenFile.write(journal, to: file.descriptor, at: 0, path: journalPath)
      // If some files will grow, make sure now that the card has space for that, while nothing has changed.
      let more = files.reduce(0) { $0 + max(0, $1.after - $1.before) }
      if let free = try? FileSystemLimit.freeBytes(in: directory), free < more {
        throw .system(operation: .write, path: directory, code: ENOSPC)
      }
      try FileSync.file(file.descriptor, path: journalPath)
    } catch {
      _ = unlink(journalPath)
      throw error
    }
  }

  // MARK: - After a power cut

  /// Completes the change in a journal that a power cut interrupted.
  ///
  /// - Returns: the files that were changed, or the error; empty if no change had begun, or if the path is not that of
  ///   a journal.
  static func complete(_ journal: String) -> [RecoveredTake] {
    guard let take = take(of: journal) else { return [] }
    do throws(TakeFileError) {
      guard let patch = try read(journal, of: take) else { return [] }
      try patch.apply()
      return patch.files.filter { FileIdentity(path: "\(patch.directory)/\($0.name)") != nil }
        .map { result(patch, $0.name, .mended(flaws: [done])) }
    } catch {
      let isBusy = if case .system(.open, _, EWOULDBLOCK) = error { true } else { false }
      let path = TakeName.directory(of: journal) + "/" + take
      return [
        RecoveredTake(
          source: path, path: path, kind: .wav, outcome: isBusy ? .busy : .failed(error))
      ]
    }
  }

  private static let done =
    "an interrupted change of title, note or markers was completed"

  private static func result(
    _ patch: TakePatch, _ name: String, _ outcome: RecoveredTake.Outcome
  ) -> RecoveredTake {
    let path = "\(patch.directory)/\(name)"
    var result = RecoveredTake(
      source: path, path: path, kind: TakeFileKind(path: path) ?? .wav, outcome: outcome)
    result.read()
    return result
  }

  /// The name of the take to which a journal belongs; `nil` if the file is not a journal.
  private static func take(of journal: String) -> String? {
    let name = TakeName.fileName(of: journal)
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let take = String(name.dropFirst(prefix.count).dropLast(suffix.count))
    return take.isEmpty ? nil : take
  }

  /// True if a file with this name may belong to a take: both have the same number, or a person named both.
  private static func isName(_ file: String, of take: String) -> Bool {
    guard !file.contains("/"), !file.hasPrefix(prefix) else { return false }
    return TakeName(fileName: file)?.number == TakeName(fileName: take)?.number
  }

  /// Reads the change in a journal.
  ///
  /// If the journal is incomplete, no file was changed, and the journal is removed. A file that another program gave
  /// such a name stays.
  private static func read(
    _ journal: String, of take: String
  ) throws(TakeFileError) -> TakePatch? {
    guard FileIdentity(path: journal) != nil else { return nil }
    let file = try OpenFile.read(journal, followsLinks: false)
    guard let size = file.regularSize else { return nil }
    let bytes = try OpenFile.bytes(
      of: file.descriptor, at: 0, count: min(mostBytes, size), path: journal)
    let directory = TakeName.directory(of: journal)
    let patch = TakePatch(bytes, of: take, in: directory)
    if let patch, patch.files.contains(where: { $0.fits(in: directory) }) { return patch }
    let isOurs = TakeName(fileName: take) != nil || bytes.starts(with: magic)
    if isOurs { _ = unlink(journal) }
    return nil
  }

  // MARK: - The journal
}

extension TakePatch {
  /// The change as the bytes of a journal, with a checksum at the end.
  var journal: [UInt8] {
    var all = Self.magic
    all.append(littleEndian: UInt32(files.count))
    for file in files {
      all.append(littleEndian: UInt32(file.name.utf8.count))
      all.append(contentsOf: file.name.utf8)
      all.append(littleEndian: UInt64(file.before))
      all.append(littleEndian: UInt64(file.after))
      all.append(littleEndian: UInt32(file.pieces.count))
      for piece in file.pieces {
        all.append(littleEndian: UInt64(piece.offset))
        all.append(littleEndian: UInt32(piece.bytes.count))
        all.append(contentsOf: piece.bytes)
      }
    }
    all.append(littleEndian: all.withUnsafeBytes { CRC32($0) }.value)
    return all
  }

  /// Parses the bytes of a journal; `nil` if they are not complete.
  init?(_ journal: [UInt8], of take: String, in directory: String) {
    guard journal.count >= Self.magic.count + 8, journal.starts(with: Self.magic),
      journal.littleEndian(UInt32.self, at: journal.count - 4)
        == journal.dropLast(4).withUnsafeBytes({ CRC32($0) }).value
    else { return nil }
    var reader = JournalReader(bytes: journal, place: Self.magic.count)
    guard let count = reader.number(UInt32.self), count <= Self.mostFiles else { return nil }
    var files: [FilePatch] = []
    for _ in 0..<count {
      guard let length = reader.number(UInt32.self), let name = reader.bytes(length),
        let before = reader.number(UInt64.self), let after = reader.number(UInt64.self),
        let pieces = reader.pieces()
      else { return nil }
      let word = String(decoding: name, as: UTF8.self)
      // Accept only files that belong to this take and lie beside the journal.
      guard Self.isName(word, of: take) else { return nil }
      files.append(FilePatch(name: word, size: (before, after), pieces: pieces))
    }
    self.init(directory: directory, take: take, files: files)
  }
}

/// Reads the parts of a journal one after the other.
private struct JournalReader {
  let bytes: [UInt8]
  var place: Int

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Int? {
    let size = Number.bitWidth / 8
    guard place + size <= bytes.count - 4 else { return nil }
    defer { place += size }
    return Int(exactly: bytes.littleEndian(type, at: place))
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= bytes.count - 4 - place else { return nil }
    defer { place += count }
    return Array(bytes[place..<(place + count)])
  }

  mutating func pieces() -> [FilePatch.Piece]? {
    guard let count = number(UInt32.self) else { return nil }
    var pieces: [FilePatch.Piece] = []
    for _ in 0..<count {
      guard let offset = number(UInt64.self), let length = number(UInt32.self),
        let found = bytes(length)
      else { return nil }
      pieces.append(.init(offset: offset, bytes: found))
    }
    return pieces
  }
}
