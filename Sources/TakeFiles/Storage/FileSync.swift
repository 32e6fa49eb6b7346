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

  /// Renames a file, but never replaces another one; once this returns, name and contents survive a power cut.
  static func rename(_ from: String, to: String) throws(TakeFileError) {
    let file = try OpenFile.read(from)
    try rename(from, to: to, open: file.descriptor)
    try directory(of: to)
    if TakeName.directory(of: from) != TakeName.directory(of: to) { try directory(of: from) }
  }

  /// Renames an open file and syncs it; the caller then syncs the directory, before it closes the file.
  ///
  /// On vfat, the new directory entry states where the contents are only when the file is synced under its new name. If
  /// the directory reaches the medium before that, a power cut loses the whole file; on ext4, the file survives in
  /// either order.
  ///
  /// - Parameter replaces: true to replace a file that has the new name.
  static func rename(
    _ from: String, to: String, open descriptor: Int32, replaces: Bool = false
  ) throws(TakeFileError) {
    if !replaces {
      try renameOnly(from, to: to)
    } else if Glibc.rename(from, to) != 0 {
      throw .system(operation: .rename, path: to, code: errno)
    }
    try file(descriptor, path: to)
  }

  /// Renames a file, but never replaces another one; syncs nothing.
  ///
  /// On ext4, btrfs, xfs, vfat and exfat, `RENAME_NOREPLACE` is atomic. Other file systems return `EINVAL`; on these, a
  /// hard link is used, which fails just as atomically if the name is taken.
  private static func renameOnly(_ from: String, to: String) throws(TakeFileError) {
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
