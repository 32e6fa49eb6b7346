import TestSupport

/// A folder of texts that goes away with the value.
final class TemporaryFolder {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  var path: String { directory.path }

  /// Writes a file and gives its path back.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try directory.write(Array(text.utf8), to: name)
    return directory.file(name)
  }

  /// A path in the folder for a file that another program writes.
  @discardableResult
  func expect(_ name: String) -> String { directory.file(name) }

  /// The text of a file in the folder.
  func read(_ name: String) throws -> String {
    String(decoding: try directory.read(name), as: UTF8.self)
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> [UInt8] { try directory.read(name) }

  /// True when there is something by this name.
  func contains(_ name: String) -> Bool { directory.contains(name) }
}
