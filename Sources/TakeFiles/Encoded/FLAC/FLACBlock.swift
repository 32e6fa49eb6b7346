/// The header of a metadata block in a FLAC file.
///
/// - Source: RFC 9639, section 8.1.
struct FLACBlock: Sendable, Equatable {
  var kind: Kind
  /// True if audio follows this block.
  var isLast: Bool
  /// The number of bytes in the block after its header.
  var bytes: Int

  struct Kind: Sendable, Equatable {
    let code: UInt8

    static let (streamInfo, padding) = (Kind(code: 0), Kind(code: 1))
    static let (seekTable, comment) = (Kind(code: 3), Kind(code: 4))
  }
}

extension FLACBlock {
  /// Reads the header at an offset; `nil` if the header is incomplete.
  init?(_ head: ArraySlice<UInt8>, at offset: Int) {
    guard let word = head.bigEndian(UInt32.self, at: offset) else { return nil }
    self.init(
      kind: Kind(code: UInt8(word >> 24 & 0x7F)), isLast: word >> 31 == 1,
      bytes: Int(word & 0xFF_FFFF))
  }

  /// The four bytes of which the header consists in a file.
  var serialised: [UInt8] {
    (UInt32(isLast ? 1 : 0) << 31 | UInt32(kind.code) << 24 | UInt32(bytes)).bigEndianBytes
  }
}
