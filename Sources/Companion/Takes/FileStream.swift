import Glibc

/// A part of a file, which is sent only if the file stays the same.
///
/// A new title or marker changes a file in place, so bytes read before and after do not fit together. If the file has
/// changed, the stream ends before its last bytes, which a browser reports as a failed download.
final class FileStream: WebStream {
  private let file: OpenTakeFile
  /// The bytes still to be sent.
  private var rest: Range<Int>

  /// Starts with the first byte of the range.
  init(_ file: OpenTakeFile, _ range: Range<Int>) { (self.file, rest) = (file, range) }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = min(buffer.count, rest.count)
    let count = pread(file.descriptor, buffer.baseAddress, wanted, off_t(rest.lowerBound))
    guard count > 0 else { return 0 }
    rest = (rest.lowerBound + count)..<rest.upperBound
    return rest.isEmpty && !file.isUnchanged ? 0 : count
  }
}
