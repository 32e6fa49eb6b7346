import CFileSystem
import Glibc

/// The limits of file systems.
public enum FileSystemLimit {
  /// The size at which takes are split on file systems with a file limit of 4 GiB: 3.6 GiB.
  ///
  /// - Source: Sound Devices, tech note on the 788T: at exactly 4 GB recorders lost seconds at the split.
  public static let splitBytes = 3_865_470_566

  /// The largest file that a take should have in a directory, in bytes; `nil` for no limit.
  public static func largestTakeFile(in directory: String) -> Int? {
    largestTakeFile(fileSystem: pinna_file_system(directory))
  }

  /// The largest file that the file system of a directory can hold, in bytes; `nil` for no known limit.
  ///
  /// - Source: Microsoft, FAT32 File System Specification: the size of a file is an unsigned 32-bit word.
  public static func largestFile(in directory: String) -> Int? {
    largestTakeFile(in: directory) == nil ? nil : Int(UInt32.max)
  }

  /// True if a directory does not survive a power-off: a file system in memory, or an overlay, whose upper layer is in
  /// memory on systems with a read-only root.
  public static func isInMemory(_ directory: String) -> Bool {
    isInMemory(fileSystem: pinna_file_system(directory))
  }

  /// True if a file system with this magic number is in memory.
  ///
  /// - Source: Linux, include/uapi/linux/magic.h: TMPFS_MAGIC, RAMFS_MAGIC, OVERLAYFS_SUPER_MAGIC.
  package static func isInMemory(fileSystem: Int) -> Bool {
    [0x0102_1994, 0x8584_58F6, 0x794C_7630].contains(fileSystem)
  }

  /// The free space of a directory in bytes, for a program without privileges.
  ///
  /// - Source: statvfs(3): `f_bavail` blocks of `f_frsize` bytes.
  /// - Throws: ``TakeFileError/system(operation:path:code:)``.
  static func freeBytes(in directory: String) throws(TakeFileError) -> Int {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else {
      throw .system(operation: .list, path: directory, code: errno)
    }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// The largest file that a take should have on a file system with this magic number, in bytes; `nil` for no limit.
  ///
  /// - Source: Linux, include/uapi/linux/magic.h: MSDOS_SUPER_MAGIC (FAT), SMB has the limits of the underlying file
  ///   system.
  package static func largestTakeFile(fileSystem: Int) -> Int? {
    fileSystem == 0x4D44 ? splitBytes : nil
  }
}
