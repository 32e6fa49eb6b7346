/// Compares two files by their sizes and by the bytes at their starts and ends.
///
/// The head of a take contains an identity that no other take has, and checksums of the audio; and a copy gets its name
/// only after every byte of it was read back. So if two files have the same size, start and end, they are the same
/// take.
enum FileComparison {
  /// The number of bytes to compare at the start, and again at the end.
  static let endBytes = 64 << 10

  /// True if an open file is like the file at another path, which must not be a link.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if one of the files cannot be read.
  static func areAlike(
    _ a: borrowing OpenFile, _ first: String, _ second: String
  ) throws(TakeFileError) -> Bool {
    let b = try OpenFile.read(second, followsLinks: false)
    guard let size = a.regularSize, size == b.regularSize else { return false }
    for offset in [0, max(0, size - endBytes)] {
      let left = try OpenFile.bytes(of: a.descriptor, at: offset, count: endBytes, path: first)
      let right = try OpenFile.bytes(of: b.descriptor, at: offset, count: endBytes, path: second)
      if left != right { return false }
    }
    return true
  }
}
