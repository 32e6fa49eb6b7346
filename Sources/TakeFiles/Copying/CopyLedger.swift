import Essentials
import Glibc

/// A list of the files whose copies on another medium were read back: one line per file, in a text file that only
/// grows.
///
/// A file is identified by its name, its size, and a checksum of its first and last 64 KiB, which contain metadata that
/// no other file has. A line that a power cut left incomplete does not count.
public struct CopyLedger: Sendable {
  /// The path of the list.
  public let path: String
  private var entries: Set<ExactName>

  /// Reads the list at a path; if there is no such file, the list is empty.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file exists but cannot be read.
  public init(path: String) throws(TakeFileError) {
    self.path = path
    do throws(TakeFileError) {
      let file = try OpenFile.read(path)
      let bytes = try OpenFile.bytes(
        of: file.descriptor, at: 0, count: file.regularSize ?? 0, path: path)
      let text = String(decoding: bytes, as: UTF8.self)
      entries = Set(text.split(separator: "\n").map { ExactName(String($0)) })
    } catch {
      guard case .system(_, _, ENOENT) = error else { throw error }
      entries = []
    }
  }

  /// True if the list contains a file as its copy has it.
  ///
  /// - Throws: ``TakeFileError`` if the copy cannot be read.
  public func holds(_ item: CopyPlan.Item) throws(TakeFileError) -> Bool {
    entries.contains(ExactName(try Self.entry(of: item)))
  }

  /// Adds a file whose copy was read back, and syncs the list to its medium.
  ///
  /// The size and the checksum are those of the copy, because the file itself may have been edited since.
  ///
  /// - Throws: ``TakeFileError`` if the copy cannot be read again or the list cannot be written.
  public mutating func add(_ item: CopyPlan.Item) throws(TakeFileError) {
    let entry = try Self.entry(of: item)
    guard !entries.contains(ExactName(entry)) else { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(operation: .create, path: path, code: errno) }
    let file = OpenFile(descriptor: descriptor)
    // Begin on a new line, in case a power cut left an incomplete one.
    let bytes = Array("\n\(entry)\n".utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done)
      }
      guard count > 0 else { throw .system(operation: .write, path: path, code: errno) }
      done += count
    }
    guard fsync(file.descriptor) == 0 else {
      throw .system(operation: .sync, path: path, code: errno)
    }
    entries.insert(ExactName(entry))
  }

  /// True if a take is finished and the list contains every one of its files as it is now.
  ///
  /// - Throws: ``TakeFileError`` if a file cannot be read.
  public func holds(_ take: TakeSet) throws(TakeFileError) -> Bool {
    guard !take.files.isEmpty, take.damaged.isEmpty, !take.isInProgress, !take.isBeingWritten else {
      return false
    }
    for file in take.files {
      let entry = try Self.entry(of: file.path, named: file.fileName)
      if !entries.contains(ExactName(entry)) { return false }
    }
    return true
  }

  private static func entry(of item: CopyPlan.Item) throws(TakeFileError) -> String {
    try entry(of: item.destination, named: TakeName.fileName(of: item.source))
  }

  private static func entry(
    of path: String, named name: String
  ) throws(TakeFileError) -> String {
    let file = try OpenFile.read(path, followsLinks: false)
    let size = file.regularSize ?? 0
    var checksum = CRC32()
    for offset in [0, max(0, size - FileComparison.endBytes)] {
      let bytes = try OpenFile.bytes(
        of: file.descriptor, at: offset, count: FileComparison.endBytes, path: path)
      bytes.withUnsafeBytes { checksum.add($0) }
    }
    return "\(checksum.value.hexadecimal(digits: 8)) \(size) \(name)"
  }
}

extension TakeDirectory {
  /// Deletes takes whose copies were read back, until enough bytes are free: first those rated as false, then the
  /// others, each from the oldest on.
  ///
  /// - Parameters:
  ///   - wanted: the number of bytes that are to be free.
  ///   - deletes: false to delete nothing; the free space is then estimated from the sizes of the files.
  ///   - freeBytes: returns the number of bytes that are free now.
  /// - Returns: the takes in the order in which they were deleted, and the number of bytes that are then free.
  /// - Throws: ``TakeFileError`` if the directory cannot be read or a file cannot be deleted.
  public func prune(
    copied ledger: CopyLedger, until wanted: Int, deletes: Bool, freeBytes: () -> Int?
  ) throws(TakeFileError) -> (takes: [TakeSet], free: Int) {
    var free = freeBytes() ?? 0
    guard free < wanted else { return ([], free) }
    var pruned: [TakeSet] = []
    let takes = try takes().filter { $0.number != nil }
    for take in takes.filter(\.isFalse) + takes.filter({ !$0.isFalse }) {
      guard free < wanted else { break }
      guard try ledger.holds(take) else { continue }
      if deletes { try delete(take) }
      pruned.append(take)
      free = deletes ? freeBytes() ?? free + take.bytes : free + take.bytes
    }
    return (pruned, free)
  }
}
