import CFileSystem
import Essentials
import Glibc

/// A folder of takes that stays open: whatever happens to its path later, the same folder is read.
///
/// Root makes copies out of a folder that belongs to a user with fewer rights. If root followed a link in that folder,
/// or in the path to it, the user could have any of root's files copied to a medium.
final class OpenFolder: Sendable {
  /// The path of the folder, for messages.
  let path: String
  private let folder: OpenFile

  /// The largest number of links to follow in a path.
  ///
  /// - Source: path_resolution(7): the kernel has the same limit.
  private static let mostLinks = 40

  /// An entry of the folder; it keeps the name as the system has it, whose bytes need not be in any encoding.
  struct Entry: Sendable, Equatable {
    /// The name as text, in which bytes that are not UTF-8 are written like `%FF`.
    let name: String
    /// True if the name is valid text.
    let isText: Bool
    fileprivate let bytes: [UInt8]

    /// True if the name begins with a dot.
    var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// An entry with this name, which ends with a zero byte.
    init(_ text: UnsafePointer<CChar>) {
      bytes = (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
      let whole = String(validating: bytes, as: UTF8.self)
      isText = whole != nil
      name = whole ?? Self.escaped(bytes[...])
    }

    private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
      var (text, rest) = ("", bytes)
      while !rest.isEmpty {
        // A character takes at most four bytes in UTF-8.
        let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
        if let length, let character = String(validating: rest.prefix(length), as: UTF8.self) {
          text += character
          rest = rest.dropFirst(length)
        } else {
          text += "%" + rest.removeFirst().hexadecimal(digits: 2, uppercase: true)
        }
      }
      return text
    }
  }

  /// Opens the folder at a path.
  ///
  /// If the process is root's, it follows only those links in the path that belong to root.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)``; its code is `ELOOP` at a link that is not followed.
  convenience init(path: String) throws(TakeFileError) {
    try self.init(path: path, distrustsOthers: geteuid() == 0)
  }

  init(path: String, distrustsOthers: Bool) throws(TakeFileError) {
    self.path = path
    let descriptor =
      distrustsOthers
      ? try Self.walk(path) : Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: .list, path: path, code: errno) }
    folder = OpenFile(descriptor: descriptor)
  }

  private init(path: String, _ folder: consuming OpenFile) {
    self.path = path
    self.folder = folder
  }

  /// Opens a folder inside this one, or this one again if the name is empty; `nil` if the name belongs to a link or to
  /// anything else that is not a folder.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)``.
  func folder(_ name: String) throws(TakeFileError) -> OpenFolder? {
    let descriptor = openat(
      folder.descriptor, name.isEmpty ? "." : name,
      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    let place = name.isEmpty ? path : path + "/" + name
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENOTDIR || errno == ENOENT { return nil }
      throw .system(operation: .list, path: place, code: errno)
    }
    return OpenFolder(path: place, OpenFile(descriptor: descriptor))
  }

  // MARK: - Contents

  /// Every entry of the folder, in no particular order.
  func entries() throws(TakeFileError) -> [Entry] {
    // Reading a folder moves the position of its descriptor, so this needs a descriptor of its own.
    let descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      throw .system(operation: .list, path: path, code: errno)
    }
    defer { closedir(stream) }
    return try Self.entries(in: stream, of: path)
  }

  /// Every entry that a listing still has; the path is for the error.
  static func entries(
    in stream: OpaquePointer, of path: String
  ) throws(TakeFileError) -> [Entry] {
    var found: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      found.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          Entry(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        })
      errno = 0
    }
    guard errno == 0 else { throw .system(operation: .list, path: path, code: errno) }
    return found
  }

  /// The path of an entry, for messages.
  func path(of entry: Entry) -> String {
    path.hasSuffix("/") ? path + entry.name : path + "/" + entry.name
  }

  /// Opens a regular file for reading.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)``; its code is `ELOOP` for a link, and `EINVAL` for
  ///   anything else that is not a regular file.
  func open(_ entry: Entry) throws(TakeFileError) -> OpenFile {
    // O_NONBLOCK, because opening a named pipe must not wait for a writer.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = (entry.bytes + [0]).withUnsafeBytes {
      openat(folder.descriptor, $0.baseAddress!.assumingMemoryBound(to: CChar.self), flags)
    }
    guard descriptor >= 0 else {
      throw .system(operation: .open, path: path(of: entry), code: errno)
    }
    let file = OpenFile(descriptor: descriptor)
    _ = try file.size(of: path(of: entry))
    return file
  }

  // MARK: - Path

  /// Opens the folders of a path one by one, without following a link that belongs to another user.
  private static func walk(_ path: String) throws(TakeFileError) -> Int32 {
    var place = pinna_open_place(AT_FDCWD, path.hasPrefix("/") ? "/" : ".")
    defer { close(place) }
    var names = path.split(separator: "/").reversed().map(String.init)
    var links = 0
    while let name = names.popLast() {
      let next = pinna_open_place(place, name)
      var status = stat()
      guard next >= 0, fstat(next, &status) == 0 else {
        throw .system(operation: .list, path: path, code: errno)
      }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        close(place)
        place = next
        continue
      }
      defer { close(next) }
      links += 1
      guard status.st_uid == 0, links <= mostLinks else {
        throw .system(operation: .list, path: path, code: ELOOP)
      }
      let link = try target(of: next, path)
      if link.hasPrefix("/") {
        close(place)
        place = pinna_open_place(AT_FDCWD, "/")
      }
      names += link.split(separator: "/").reversed().map(String.init)
    }
    return openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// The path to which a link, opened as such, leads.
  private static func target(
    of place: Int32, _ path: String
  ) throws(TakeFileError) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes {
      readlinkat(place, "", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard count > 0 else { throw .system(operation: .list, path: path, code: errno) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
