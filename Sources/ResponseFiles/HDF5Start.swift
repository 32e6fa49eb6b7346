import Glibc

/// The first bytes of a file, parsed as HDF5, the format underlying SOFA files.
///
/// - Source: HDF5 File Format Specification 3.0, II.A, level 0A: format signature and superblock.
enum HDF5Start {
  private static let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The length in bytes of a superblock of version 2 or 3, the shortest that exists: no HDF5 file is shorter.
  private static let smallest: UInt64 = 48

  /// True if the path leads to a regular file, not to a directory or a device.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The size of a file in bytes; 0 if there is no such file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The reason why libmysofa could not read a file.
  static func problem(_ path: String) -> ResponseFileError {
    let start = bytes(path)
    guard start.starts(with: signature) else { return .notSOFA(path: path) }
    return early(path, start) ?? .unreadableHDF5(path: path)
  }

  /// The error for a file that libmysofa can read but that is not SOFA: perhaps its end is missing, and the SOFA
  /// attributes with it.
  static func notSOFA(_ path: String) -> ResponseFileError {
    early(path, bytes(path)) ?? .notSOFA(path: path)
  }

  /// The error for a truncated file; `nil` if it is not truncated.
  private static func early(_ path: String, _ start: [UInt8]) -> ResponseFileError? {
    guard start.starts(with: signature) else { return nil }
    let size = UInt64(size(path))
    let end: String
    if let length = length(start), size < length {
      end = "it ends early, with \(size) of \(length) bytes"
    } else if size < smallest {
      end = "it ends after \(size) bytes"
    } else {
      return nil
    }
    return .unreadable(path: path, reason: "it is damaged: \(end); use another copy")
  }

  /// The length that the file itself states; `nil` unless its superblock has version 0 to 3 and 8-byte addresses.
  private static func length(_ start: [UInt8]) -> UInt64? {
    let places: [UInt8: (size: Int, end: Int)] = [0: (13, 40), 1: (13, 44), 2: (9, 28), 3: (9, 28)]
    guard start.count > 13, let place = places[start[8]], start[place.size] == 8,
      start.count >= place.end + 8
    else { return nil }
    return (0..<8).reduce(0) { $0 | UInt64(start[place.end + $1]) << UInt64(8 * $1) }
  }

  private static func bytes(_ path: String) -> [UInt8] {
    // O_NONBLOCK, because opening a named pipe must not wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    var start = [UInt8](repeating: 0, count: 52)
    let count = pread(file, &start, start.count, 0)
    return Array(start[..<max(0, count)])
  }
}
