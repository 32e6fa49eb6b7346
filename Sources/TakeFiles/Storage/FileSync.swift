import CFileSystem
import Glibc

/// Syncs and renames that let a name and its contents survive a power cut.
enum FileSync {
  static func file(_ descriptor: Int32, path: String) throws(TakeFileError) {
    guard fsync(descriptor) == 0 else {
      throw .system(operation: .sync, path: path, code: errno)
    }
  }

  /// Syncs the directory of a path: only then does a new name reach the medium.
  static func directory(of path: String) throws(TakeFileError) {
    let directory = TakeName.directory(of: path)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .system(operation: .sync, path: directory, code: errno)
    }
    let opened = OpenFile(descriptor: descriptor)
    // Some network file systems cannot sync a directory and return EINVAL; they store names on their own.
    if fsync(opened.descriptor) != 0 && errno != EINVAL {
      throw .system(operation: .sync, path: directory, code: errno)
    }
  }

  /// Makes a folder with the permissions of its parent; an existing folder stays.
  static func makeFolder(_ path: String) throws(TakeFileError) {
    var around = stat()
    let mode = stat(TakeName.directory(of: path), &around) == 0 ? around.st_mode & 0o7777 : 0o755
    guard mkdir(path, mode) == 0 else {
      if errno == EEXIST { return }
      throw .system(operation: .create, path: path, code: errno)
    }
    // The process may mask some of the requested permissions; FAT has none.
    chmod(path, mode)
    try directory(of: path)
  }

  /// Renames without ever replacing a file.
  ///
  /// `RENAME_NOREPLACE` is atomic on ext4, btrfs, xfs, vfat and exfat. File systems without it return `EINVAL`; there,
  /// a hard link fails just as atomically if the name is taken.
  static func rename(_ from: String, to: String) throws(TakeFileError) {
    let code = pinna_rename_no_replace(from, to)
    if code == 0 { return }
    guard code == EINVAL || code == ENOSYS else {
      throw .system(operation: .rename, path: to, code: code)
    }
    guard link(from, to) == 0 else {
      throw .system(operation: .rename, path: to, code: errno)
    }
    guard unlink(from) == 0 else {
      throw .system(operation: .rename, path: from, code: errno)
    }
  }
}
