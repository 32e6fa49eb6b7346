import CFileSystem
import Glibc

/// The limits that file systems set.
public enum FileSystemLimit {
  /// If files can have at most 4 GiB, takes are split at this size, 3.6 GiB.
  ///
  /// - Source: Sound Devices, tech note on the 788T: recorders that split at exactly 4 GB lost seconds there.
  public static let splitBytes = 3_865_470_566

  /// The size in bytes above which a take in a directory should be split; `nil` if there is no limit.
  public static func largestTakeFile(in directory: String) -> Int? {
    largestTakeFile(fileSystem: pinna_file_system(directory))
  }

  /// The size in bytes of the largest file that the file system of a directory can hold; `nil` if no limit is known.
  ///
  /// - Source: Microsoft, FAT32 File System Specification: the size of a file is an unsigned 32-bit word.
  public static func largestFile(in directory: String) -> Int? {
    largestTakeFile(in: directory) == nil ? nil : Int(UInt32.max)
  }

  /// True if a directory is lost when the power goes off: its file system is in memory, or is an overlay, whose upper
  /// layer is in memory on systems with a read-only root.
  public static func isInMemory(_ directory: String) -> Bool {
    isInMemory(fileSystem: pinna_file_system(directory))
  }

  /// True if the file systems with this magic number are in memory.
  ///
  /// - Source: Linux, include/uapi/linux/magic.h: TMPFS_MAGIC, RAMFS_MAGIC, OVERLAYFS_SUPER_MAGIC.
  package static func isInMemory(fileSystem: Int) -> Bool {
    [0x0102_1994, 0x8584_58F6, 0x794C_7630].contains(fileSystem)
  }

  /// The space in bytes that a program without privileges can still use in a directory.
  ///
  /// - Source: statvfs(3): there are `f_bavail` blocks of `f_frsize` bytes each.
  /// - Throws: ``TakeFileError/system(operation:path:code:)``.
  static func freeBytes(in directory: String) throws(TakeFileError) -> Int {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else {
      throw .system(operation: .list, path: directory, code: errno)
    }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// The size in bytes above which a take should be split on file systems with this magic number; `nil` if there is no
  /// limit.
  ///
  /// - Source: Linux, include/uapi/linux/magic.h: MSDOS_SUPER_MAGIC is FAT; SMB has the limits of the file system
  ///   beneath it.
  package static func largestTakeFile(fileSystem: Int) -> Int? {
    fileSystem == 0x4D44 ? splitBytes : nil
  }
}
