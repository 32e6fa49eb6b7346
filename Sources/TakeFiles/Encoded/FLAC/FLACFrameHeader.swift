/// The header of a FLAC frame: a block of audio.
///
/// - Source: RFC 9639, section 9.1.
struct FLACFrameHeader: Sendable, Equatable {
  /// The size of the header in bytes, with its checksum.
  var bytes: Int
  /// The number of the frame, or with variable block sizes of its first sample.
  var number: Int
  /// The number of samples of each channel.
  var blockSize: Int
  var channels: Int
  var isVariable: Bool
  /// The bits of a sample; `nil` when the header leaves them to the head of the file.
  var bits: Int?

  /// The length of the longest possible header in bytes.
  static let longest = 16

  /// Reads the header at the start of `bytes`; `nil` when there is none with a right checksum.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let word = bytes.bigEndian(UInt32.self, at: 0), word >> 17 == 0x7FFC, word & 1 == 0,
      let coded = Self.codedNumber(bytes.dropFirst(4))
    else { return nil }
    isVariable = word >> 16 & 1 == 1
    number = coded.value
    var offset = 4 + coded.bytes
    guard let size = Self.blockSize(code: word >> 12 & 15, bytes, &offset) else { return nil }
    blockSize = size
    switch word >> 8 & 15 {
    case 12: offset += 1
    case 13, 14: offset += 2
    case 15: return nil
    default: break
    }
    switch Int(word >> 4 & 15) {
    case let code where code < 8: channels = code + 1
    case 8...10: channels = 2
    default: return nil
    }
    bits = [1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32][word >> 1 & 7]
    guard let header = bytes.part(from: 0, count: offset),
      let crc = bytes.bigEndian(UInt8.self, at: offset), Checksums.crc8(of: header) == crc
    else { return nil }
    self.bytes = offset + 1
  }

  /// A number of up to 36 bits, coded as UTF-8 would.
  private static func codedNumber(_ bytes: ArraySlice<UInt8>) -> (value: Int, bytes: Int)? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 { return (Int(first), 1) }
    let length = (~first).leadingZeroBitCount
    guard (2...7).contains(length), let rest = bytes.part(from: 1, count: length - 1) else {
      return nil
    }
    var value = length == 7 ? 0 : Int(first & (0x7F >> UInt8(length)))
    for byte in rest {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | Int(byte & 0x3F)
    }
    return (value, length)
  }

  private static func blockSize(
    code: UInt32, _ bytes: ArraySlice<UInt8>, _ offset: inout Int
  ) -> Int? {
    switch code {
    case 1: return 192
    case 2...5: return 144 << Int(code)
    case 6:
      defer { offset += 1 }
      return bytes.bigEndian(UInt8.self, at: offset).map { Int($0) + 1 }
    case 7:
      defer { offset += 2 }
      return bytes.bigEndian(UInt16.self, at: offset).map { Int($0) + 1 }
    case 8...15: return 1 << Int(code)
    default: return nil
    }
  }
}
