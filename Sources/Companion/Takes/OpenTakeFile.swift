import Glibc

/// A file of a take, open for reading and closed when its last reference goes.
final class OpenTakeFile: @unchecked Sendable {
  /// The file descriptor.
  let descriptor: Int32
  /// The size of the file in bytes when it was opened.
  let size: Int
  /// The time at which the file was last changed, in seconds since 1970.
  let time: Int
  /// The name of the file.
  let name: String
  /// The tag by which an interrupted download recognises the file: a different file, or a changed one, has another tag.
  let tag: String

  /// Opens a file in a folder; `nil` if there is no file of this name, or it is not a regular file.
  ///
  /// The name comes from the recorder, never from a request; a name that is too long is refused all the same.
  init?(folder: String, name: String) {
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), !name.utf8.contains(0) else {
      return nil
    }
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return nil }
    defer { close(place) }
    // With O_NONBLOCK, a named pipe cannot hold up the connection.
    let found = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard found >= 0 else { return nil }
    var status = stat()
    guard fstat(found, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(found)
      return nil
    }
    (descriptor, size, self.name) = (found, Int(status.st_size), name)
    tag = Self.tag(status)
    time = Int(status.st_mtim.tv_sec)
  }

  deinit { close(descriptor) }

  /// True if the file has not changed since it was opened.
  var isUnchanged: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && Self.tag(status) == tag
  }

  /// The tag of a file with this status.
  ///
  /// It does not contain the inode: FAT and exFAT have none, so Linux can give a file another number at each opening.
  ///
  /// - Source: linux/fs/fat/inode.c, fat_build_inode; linux/fs/exfat/inode.c, exfat_build_inode.
  private static func tag(_ status: stat) -> String {
    let parts = [
      Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
    ]
    return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }
}
