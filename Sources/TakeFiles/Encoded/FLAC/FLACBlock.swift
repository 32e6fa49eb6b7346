/// The header of a metadata block in a FLAC file.
///
/// - Source: RFC 9639, section 8.1.
struct FLACBlock: Sendable, Equatable {
  var kind: Kind
  /// True if audio follows this block.
  var isLast: Bool
  /// The number of bytes in the block after its header.
  var bytes: Int

  enum Kind: Sendable, Equatable {
    case streamInfo, padding, seekTable, comment
    case other(UInt8)

    init(_ code: UInt8) {
      switch code {
      case 0: self = .streamInfo
      case 1: self = .padding
      case 3: self = .seekTable
      case 4: self = .comment
      default: self = .other(code)
      }
    }

    var code: UInt8 {
      switch self {
      case .streamInfo: 0
      case .padding: 1
      case .seekTable: 3
      case .comment: 4
      case .other(let code): code
      }
    }
  }

  init(kind: Kind, isLast: Bool, bytes: Int) {
    self.kind = kind
    self.isLast = isLast
    self.bytes = bytes
  }

  /// Reads the header at an offset; `nil` if the header is incomplete.
  init?(_ head: ArraySlice<UInt8>, at offset: Int) {
    guard let word = head.bigEndian(UInt32.self, at: offset) else { return nil }
    kind = Kind(UInt8(word >> 24 & 0x7F))
    isLast = word >> 31 == 1
    bytes = Int(word & 0xFF_FFFF)
  }

  /// The four bytes of which the header consists in a file.
  var serialised: [UInt8] {
    var header: [UInt8] = []
    header.append(
      bigEndian: UInt32(isLast ? 1 : 0) << 31 | UInt32(kind.code) << 24 | UInt32(bytes))
    return header
  }
}
