import CFileSystem
import Glibc

/// Places the directory entries of a new file on exFAT: in one sector if possible.
///
/// A file has 4 or 5 directory entries of 32 bytes, which hold its size, location and name, and a checksum over these.
/// Every sync and every renaming changes them in place. If the entries lie in two sectors, a power cut can let one
/// sector reach the medium without the other. Then the checksum is wrong, and `fsck.exfat` deletes the file with
/// everything in it. A single sector, in contrast, is always written as a whole.
///
/// - Source: Microsoft, exFAT file system specification, sections 6.3 and 7.4; `fs/exfat/dir.c` and `namei.c` of Linux.
enum ExFATPlace {
  /// The size of a directory entry in bytes.
  static let entryBytes = 32
  /// The smallest possible sector in bytes.
  static let sectorBytes = 512
  /// The number of positions to try; where many entries in a row are free, the second position is already good.
  private static let most = 8
  /// The number by which Linux marks exFAT, `EXFAT_SUPER_MAGIC`.
  private static let magic = 0x2011_BAB0

  /// Creates a file; on exFAT, tries to place its entries in one sector.
  ///
  /// If the position of the file is bad, the file, which is empty, is renamed, so that it keeps the position occupied
  /// while the next position is tried; at the end all such files are removed. If no position is good, the last one is
  /// used. The file that is returned is locked by its writer.
  ///
  /// Until it has its lock, a new file looks like one that was left behind, so recovery by another program may set it
  /// aside; the file is then made again.
  ///
  /// - Throws: like ``OpenFile/create(_:)``; with `EEXIST` also if another program keeps the new file locked.
  static func create(_ path: String) throws(TakeFileError) -> OpenFile {
    let isExFAT = pinna_file_system(TakeName.directory(of: path)) == magic
    return try create(path) { isExFAT && isDivided($0) }
  }

  /// Like ``create(_:)``, but `isDivided` decides which positions are bad, and `lock` takes the lock of a descriptor.
  static func create(
    _ path: String, isDivided: (String) -> Bool, lock: (Int32) -> Bool = OpenFile.lock
  ) throws(TakeFileError) -> OpenFile {
    var fillers: [String] = []
    var lost = 0
    defer { for filler in fillers { unlink(filler) } }
    while true {
      let file = try OpenFile.create(path)
      // The lock tells recovery that a program is writing the file; it goes with the last descriptor, even if the
      // program dies.
      guard lock(file.descriptor),
        FileIdentity(path: path) == FileIdentity(descriptor: file.descriptor)
      else {
        lost += 1
        guard lost < most else { throw .system(operation: .create, path: path, code: EEXIST) }
        continue
      }
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

  /// A file in the listing of a directory.
  struct Listed {
    var name: String
    /// The offset in bytes at which reading the directory continues: after the entries of this file or, if it is the
    /// last one, also after the entries of deleted files.
    var end: Int
  }

  /// Like ``isDivided(_:)``, but `next` lists the directory: it returns the first file at or after a position or, for
  /// `nil`, the file after the previous answer.
  static func isDivided(_ name: String, next: (_ place: Int?) -> Listed?) -> Bool {
    let bytes = entryBytes * entries(of: name)
    var start = 0
    var found = next(0)
    while let other = found, other.name != name {
      start = other.end / entryBytes * entryBytes
      found = next(nil)
    }
    guard let end = found?.end else { return false }
    // The file's own position is the last one from which `next` still returns this file.
    var behind = end / entryBytes * entryBytes - bytes + entryBytes
    while start + entryBytes < behind {
      let middle = (start + behind) / (2 * entryBytes) * entryBytes
      if next(middle)?.name == name { start = middle } else { behind = middle }
    }
    return start / sectorBytes != (start + bytes - 1) / sectorBytes
  }

  /// The number of directory entries that a file takes: two, and one more for every 15 characters of its name.
  static func entries(of name: String) -> Int { 2 + (name.utf16.count + 14) / 15 }

  /// A name that takes as many entries as the name in the path, so that renaming does not move the entries.
  static func filler(for path: String, number: Int) -> String {
    let count = TakeName.fileName(of: path).utf16.count
    let name = ".pinna-place\(number)"
    let padding = String(repeating: "-", count: max(0, count - name.utf16.count))
    return TakeName.directory(of: path) + "/" + name + padding
  }
}
