import Glibc

/// A directory that is gone, with everything in it, when the test is over.
public final class TemporaryDirectory {
  /// The directory.
  public let path: String

  /// A new, empty directory.
  public init() throws {
    var template = Array("/tmp/pinna-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TemporaryDirectoryError(code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.removeAll(path)
  }

  private static func removeAll(_ path: String) {
    // A link is removed, not what it points to; `unlink` refuses directories.
    if unlink(path) == 0 { return }
    guard let stream = opendir(path) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { removeAll(path + "/" + name) }
    }
    closedir(stream)
    rmdir(path)
  }

  /// The path of a file in the directory.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  ///
  /// An old file is removed first: ext4 waits for the disk when a file is cut to nothing and written again.
  public func write(_ bytes: [UInt8], to name: String) throws {
    unlink(file(name))
    guard let stream = fopen(file(name), "w") else { throw TemporaryDirectoryError(code: errno) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw TemporaryDirectoryError(code: errno)
    }
  }

  /// The contents of a file.
  public func read(_ name: String) throws -> [UInt8] {
    guard let stream = fopen(file(name), "r") else { throw TemporaryDirectoryError(code: errno) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&block, 1, block.count, stream)
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
    }
  }

  /// The names of what is in it.
  public var names: [String] {
    get throws {
      guard let stream = opendir(path) else { throw TemporaryDirectoryError(code: errno) }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
          })
      }
      return names.filter { $0 != "." && $0 != ".." }
    }
  }

  /// True when a file is there.
  public func contains(_ name: String) -> Bool { access(file(name), F_OK) == 0 }
}

/// The system refused a temporary directory or a file in it.
public struct TemporaryDirectoryError: Error {
  /// The errno.
  public let code: Int32
}
