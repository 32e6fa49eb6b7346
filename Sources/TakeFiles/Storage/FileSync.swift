import CFileSystem
import Glibc

/// Syncs and renames in such a way that both a name and the contents behind it survive a power cut.
enum FileSync {
  static func file(_ descriptor: Int32, path: String) throws(TakeFileError) {
    guard fsync(descriptor) == 0 else {
      throw .system(operation: .sync, path: path, code: errno)
    }
  }

  /// Syncs the directory that contains a path, because a new name reaches the medium only then.
  static func directory(of path: String) throws(TakeFileError) {
    let directory = TakeName.directory(of: path)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .system(operation: .sync, path: directory, code: errno)
    }
    let opened = OpenFile(descriptor: descriptor)
    // Some network file systems return EINVAL because they cannot sync a directory; they store names without being
    // told.
    if fsync(opened.descriptor) != 0 && errno != EINVAL {
      throw .system(operation: .sync, path: directory, code: errno)
    }
  }

  /// Makes a folder with the permissions of its parent; a folder that already exists stays.
  static func makeFolder(_ path: String) throws(TakeFileError) {
    var around = stat()
    let mode = stat(TakeName.directory(of: path), &around) == 0 ? around.st_mode & 0o7777 : 0o755
    guard mkdir(path, mode) == 0 else {
      if errno == EEXIST { return }
      throw .system(operation: .create, path: path, code: errno)
    }
    // Set the permissions again, because the process may mask some of them. FAT has no permissions.
    chmod(path, mode)
    try directory(of: path)
  }

  /// Renames a file, but never replaces another one.
  ///
  /// On ext4, btrfs, xfs, vfat and exfat, `RENAME_NOREPLACE` is atomic. Other file systems return `EINVAL`; on these, a
  /// hard link is used, which fails just as atomically if the name is taken.
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
