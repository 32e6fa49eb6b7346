import CFileSystem

/// What a file system can hold.
public enum FileSystemLimit {
  /// Where takes are split on file systems that end files at 4 GiB: 3.6 GiB.
  ///
  /// - Source: Sound Devices, tech note on the 788T: at exactly 4 GB recorders lost seconds at the split.
  public static let splitBytes = 3_865_470_566

  /// The largest file that a take should have in a directory, in bytes; `nil` for no limit.
  public static func largestTakeFile(in directory: String) -> Int? {
    largestTakeFile(fileSystem: pinna_file_system(directory))
  }

  /// The same for the magic number of a file system.
  ///
  /// - Source: Linux, include/uapi/linux/magic.h: MSDOS_SUPER_MAGIC (FAT), SMB has the limits of what it exports.
  package static func largestTakeFile(fileSystem: Int) -> Int? {
    fileSystem == 0x4D44 ? splitBytes : nil
  }
}
