/// A file read from front to back in pieces, through one block of memory.
///
/// Nothing in the file makes it read or keep more than requested.
struct FileWindow: ~Copyable {
  /// The file, for messages.
  let path: String
  /// The offset of the window in the file: it hides the bytes before it.
  let base: Int
  /// The size in bytes of the file from that offset on, when it was opened.
  let size: Int

  let descriptor: Int32
  private var block: [UInt8] = []
  private var start = 0

  /// The smallest number of bytes to read at once.
  private static let blockBytes = 1 << 18

  /// A view of a descriptor that the caller keeps open.
  init(descriptor: Int32, size: Int, path: String, base: Int = 0) {
    self.descriptor = descriptor
    self.base = base
    self.size = max(0, size - base)
    self.path = path
  }

  /// A view of a compressed file, from the start of the audio format.
  init(
    descriptor: Int32, size: Int, path: String, kind: TakeFileKind
  ) throws(TakeFileError) {
    var whole = FileWindow(descriptor: descriptor, size: size, path: path)
    var base = 0
    if let mark = kind.encoded?.mark { base = try ID3.bytesBefore(mark, in: &whole) }
    self.init(descriptor: descriptor, size: size, path: path, base: base)
  }

  /// The bytes at `offset`; fewer than `count` only at the end of the file.
  mutating func bytes(at offset: Int, count: Int) throws(TakeFileError) -> ArraySlice<UInt8> {
    let count = max(0, min(count, size - offset))
    if count == 0 { return [] }
    if offset < start || offset + count > start + block.count {
      try load(from: offset, count: max(count, min(Self.blockBytes, size - offset)))
    }
    let first = offset - start
    return block[min(first, block.count)..<min(first + count, block.count)]
  }

  private mutating func load(from offset: Int, count: Int) throws(TakeFileError) {
    let (descriptor, base) = (descriptor, base)
    if block.count != count { block = [UInt8](repeating: 0, count: count) }
    let outcome = block.withUnsafeMutableBytes {
      OpenFile.read(into: $0, from: descriptor, at: base + offset)
    }
    start = offset
    // Another program may truncate the file meanwhile.
    block.removeLast(count - outcome.bytes)
    if outcome.code != 0 {
      throw .system(operation: .read, path: path, code: outcome.code)
    }
  }
}
