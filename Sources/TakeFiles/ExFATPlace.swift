import CFileSystem
import Glibc

/// The position of a file's directory entries on exFAT: in one sector if possible.
///
/// Size, location, name and a checksum over them take 4 or 5 entries of 32 bytes, changed in place by every sync and by
/// renaming. If they lie in two sectors, a power cut can let one reach the medium without the other. Then the checksum
/// is wrong, and `fsck.exfat` deletes the file with everything in it. A sector is written as a unit.
///
/// - Source: Microsoft, exFAT file system specification, sections 6.3 and 7.4; `fs/exfat/dir.c` and `namei.c` of Linux.
enum ExFATPlace {
  /// The size of an entry in bytes.
  static let entryBytes = 32
  /// The smallest possible sector in bytes.
  static let sectorBytes = 512
  /// The number of positions to try; in a run of free entries the second one is good.
  private static let most = 8
  /// `EXFAT_SUPER_MAGIC` of Linux.
  private static let magic = 0x2011_BAB0

  /// Creates a file; on exFAT, with its entries in one sector.
  ///
  /// A file in a bad position gets another name and keeps the position while the next one is tried; it is empty, and
  /// removed in the end. If no position is good, the last one is used. The file has its writer's lock.
  ///
  /// - Throws: as ``OpenFile/create(_:)``.
  static func create(_ path: String) throws(TakeFileError) -> OpenFile {
    let isExFAT = pinna_file_system(TakeName.directory(of: path)) == magic
    return try create(path) { isExFAT && isDivided($0) }
  }

  /// The same, with the caller deciding which position is bad.
  static func create(
    _ path: String, isDivided: (String) -> Bool
  ) throws(TakeFileError) -> OpenFile {
    var fillers: [String] = []
    defer { for filler in fillers { unlink(filler) } }
    while true {
      let file = try OpenFile.create(path)
      // Tells recovery that a program is writing the file; gone with the last descriptor, even if the program dies.
      _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
      guard fillers.count < most, isDivided(path) else { return file }
      let filler = filler(for: path, number: fillers.count)
      unlink(filler)
      guard rename(path, filler) == 0 else { return file }
      fillers.append(filler)
    }
  }

  /// True if the entries of a file lie in two sectors.
  private static func isDivided(_ path: String) -> Bool {
    guard let stream = opendir(TakeName.directory(of: path)) else { return false }
    defer { closedir(stream) }
    return isDivided(TakeName.fileName(of: path)) { position in
      if let position { seekdir(stream, position) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != ".", name != ".." { return Listed(name: name, end: Int(entry.pointee.d_off)) }
      }
      return nil
    }
  }

  /// A file as listed by a directory.
  struct Listed {
    var name: String
    /// The offset at which reading the directory continues, in bytes: after the entries of the file, and for the last
    /// file also after the entries of deleted files.
    var end: Int
  }

  /// The same for a directory that lists one file: the first file at or after a position, or after the last answer.
  static func isDivided(_ name: String, next: (_ place: Int?) -> Listed?) -> Bool {
    let bytes = entryBytes * entries(of: name)
    var start = 0
    var found = next(0)
    while let other = found, other.name != name {
      start = other.end / entryBytes * entryBytes
      found = next(nil)
    }
    guard let end = found?.end else { return false }
    // The last position from which this file is still the next one is its own position.
    var behind = end / entryBytes * entryBytes - bytes + entryBytes
    while start + entryBytes < behind {
      let middle = (start + behind) / (2 * entryBytes) * entryBytes
      if next(middle)?.name == name { start = middle } else { behind = middle }
    }
    return start / sectorBytes != (start + bytes - 1) / sectorBytes
  }

  /// The number of entries of a file: two, and one for every 15 characters of its name.
  static func entries(of name: String) -> Int { 2 + (name.utf16.count + 14) / 15 }

  /// A name with as many entries, so that renaming moves none.
  static func filler(for path: String, number: Int) -> String {
    let count = TakeName.fileName(of: path).utf16.count
    let name = ".pinna-place\(number)"
    let padding = String(repeating: "-", count: max(0, count - name.utf16.count))
    return TakeName.directory(of: path) + "/" + name + padding
  }
}
