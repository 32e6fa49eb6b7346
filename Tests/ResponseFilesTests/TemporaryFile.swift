import Glibc

/// A file that is gone when the test is over.
struct TemporaryFile: ~Copyable {
  struct Failure: Error {
    var call: String
    var code: CInt
  }

  let path: String

  init(_ bytes: [UInt8]) throws {
    path = try Self.create(bytes)
  }

  private static func create(_ bytes: [UInt8]) throws -> String {
    var template = Array("/tmp/pinna-response-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Failure(call: "mkstemp", code: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(call: "write", code: errno) }
      written += count
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A copy of a file in which a text is replaced by another of the same length.
  init(copyOf original: String, replacing old: String, with new: String) throws {
    var bytes = try Self.read(original)
    let (from, to) = (Array(old.utf8), Array(new.utf8))
    precondition(from.count == to.count)
    var index = 0
    while index + from.count <= bytes.count {
      if bytes[index] == from[0], Array(bytes[index..<(index + from.count)]) == from {
        bytes.replaceSubrange(index..<(index + from.count), with: to)
      }
      index += 1
    }
    path = try Self.create(bytes)
  }

  deinit { unlink(path) }

  private static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw Failure(call: "fopen", code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
