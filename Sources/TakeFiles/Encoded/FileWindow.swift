/// Reads a file from front to back in pieces, through one block of memory.
///
/// Whatever the file contains, no more of it is read or kept than is requested.
struct FileWindow: ~Copyable {
  /// The path of the file, for messages.
  let path: String
  /// The offset in the file at which the window begins; the bytes before it are hidden.
  let base: Int
  /// The size in bytes of the file from ``base`` on, as it was when the window was created.
  let size: Int

  let descriptor: Int32
  private var block: [UInt8] = []
  private var start = 0

  /// If enough of the file is left, at least this many bytes are read at once.
  private static let blockBytes = 1 << 18

  /// A window on a file whose descriptor the caller keeps open.
  init(descriptor: Int32, size: Int, path: String, base: Int = 0) {
    self.descriptor = descriptor
    self.base = base
    self.size = max(0, size - base)
    self.path = path
  }

  /// A window on a compressed file that begins after any tags before the audio format.
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
    // Another program may have cut the file off meanwhile.
    block.removeLast(count - outcome.bytes)
    if outcome.code != 0 {
      throw .system(operation: .read, path: path, code: outcome.code)
    }
  }
}
