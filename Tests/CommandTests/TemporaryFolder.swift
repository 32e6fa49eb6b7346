import Glibc
import Testing

/// A folder that goes away with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/pinna-command-XXXXXX".utf8CString)
    path = try template.withUnsafeMutableBufferPointer { buffer -> String in
      let start = try #require(buffer.baseAddress)
      return String(cString: try #require(mkdtemp(start)))
    }
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private var names: [String] = []

  /// Writes a file and gives its path back.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = try #require(fopen("\(path)/\(name)", "w"))
    fputs(text, file)
    fclose(file)
    expect(name)
    return "\(path)/\(name)"
  }

  /// A path in the folder for a file that somebody else writes.
  @discardableResult
  func expect(_ name: String) -> String {
    if !names.contains(name) { names.append(name) }
    return "\(path)/\(name)"
  }

  /// The text of a file in the folder.
  func read(_ name: String) throws -> String {
    let file = try #require(fopen("\(path)/\(name)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
