import Essentials
import Glibc

/// The files whose copies on another medium were read back: one line per file, in a list that only grows.
///
/// A file is identified by its name, its size, and a checksum of its first and last 64 KiB, which hold metadata unique
/// to it. A line cut off by a power cut doesn't count.
public struct CopyLedger: Sendable {
  /// The path of the list.
  public let path: String
  private var entries: Set<String>

  /// The list at a path; a missing file is an empty list.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file exists but cannot be read.
  public init(path: String) throws(TakeFileError) {
    self.path = path
    do throws(TakeFileError) {
      let file = try OpenFile.read(path)
      var bytes = [UInt8](repeating: 0, count: file.regularSize ?? 0)
      let outcome = bytes.withUnsafeMutableBytes {
        OpenFile.read(into: $0, from: file.descriptor, at: 0)
      }
      guard outcome.code == 0 else {
        throw .system(operation: .read, path: path, code: outcome.code)
      }
      let text = String(decoding: bytes[..<outcome.bytes], as: UTF8.self)
      entries = Set(text.split(separator: "\n").map(String.init))
    } catch {
      guard case .system(_, _, ENOENT) = error else { throw error }
      entries = []
    }
  }

  /// Adds the files that a copy wrote and read back, and syncs the list to its medium.
  ///
  /// - Throws: ``TakeFileError`` if a file cannot be read again or the list cannot be written.
  public mutating func add(_ report: CopyReport) throws(TakeFileError) {
    var lines = ""
    for item in report.files(.copied) {
      let entry = try Self.entry(of: item.source)
      if entries.insert(entry).inserted { lines += entry + "\n" }
    }
    guard !lines.isEmpty else { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(operation: .create, path: path, code: errno) }
    let file = OpenFile(descriptor: descriptor)
    // Start after whatever a power cut left of a line.
    let bytes = Array(("\n" + lines).utf8)
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
  }

  /// True if the list has every file of a finished take in its present state.
  ///
  /// - Throws: ``TakeFileError`` if a file cannot be read.
  public func holds(_ take: TakeSet) throws(TakeFileError) -> Bool {
    guard !take.files.isEmpty, take.damaged.isEmpty, !take.isInProgress, !take.isBeingWritten else {
      return false
    }
    for file in take.files {
      if try !entries.contains(Self.entry(of: file.path)) { return false }
    }
    return true
  }

  private static func entry(of path: String) throws(TakeFileError) -> String {
    let file = try OpenFile.read(path, followsLinks: false)
    let size = file.regularSize ?? 0
    var checksum = CRC32()
    for offset in [0, max(0, size - FileComparison.endBytes)] {
      var bytes = [UInt8](repeating: 0, count: FileComparison.endBytes)
      let outcome = bytes.withUnsafeMutableBytes { buffer in
        let outcome = OpenFile.read(into: buffer, from: file.descriptor, at: offset)
        checksum.add(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<outcome.bytes]))
        return outcome
      }
      guard outcome.code == 0 else {
        throw .system(operation: .read, path: path, code: outcome.code)
      }
    }
    return "\(checksum.value.hexadecimal(digits: 8)) \(size) \(TakeName.fileName(of: path))"
  }
}

extension TakeDirectory {
  /// Deletes the oldest takes whose copies were read back, until enough bytes are free.
  ///
  /// - Parameters:
  ///   - wanted: the number of bytes to be free.
  ///   - deletes: false to only look; the sizes of the files then stand for the bytes that would be freed.
  ///   - freeBytes: the number of bytes free now.
  /// - Returns: the deleted takes, oldest first, and the number of free bytes.
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
