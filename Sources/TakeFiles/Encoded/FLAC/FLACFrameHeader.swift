/// The header of a FLAC frame, which is a block of audio.
///
/// - Source: RFC 9639, section 9.1.
struct FLACFrameHeader: Sendable, Equatable {
  /// The size of the header in bytes, including its checksum.
  var bytes: Int
  /// The number of the frame; if block sizes vary, the number of the frame's first sample.
  var number: Int
  /// The number of samples in each channel.
  var blockSize: Int
  var channels: Int
  var isVariable: Bool
  /// The number of bits per sample; `nil` if the header refers to the head of the file instead.
  var bits: Int?
  /// The first three bytes: the sync code, and the codes for block size and rate.
  private var start: [UInt8]
  /// The code for the bit depth, in the position that it has in the fourth byte.
  private var bitsCode: UInt8

  /// The length of the longest possible header in bytes.
  static let longest = 16

  /// Reads the header at the start of `bytes`; `nil` if there is no header with a correct checksum.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let word = bytes.bigEndian(UInt32.self, at: 0), word >> 17 == 0x7FFC, word & 1 == 0,
      let coded = Self.codedNumber(bytes.dropFirst(4))
    else { return nil }
    isVariable = word >> 16 & 1 == 1
    start = Array(bytes.prefix(3))
    bitsCode = UInt8(word & 0x0E)
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

  /// True if the other header may belong to the frame that follows this one.
  func isFollowed(by next: FLACFrameHeader) -> Bool {
    next.number == (isVariable ? number + blockSize : number + 1)
      && next.isVariable == isVariable && next.channels == channels
  }

  /// True if bytes begin as this header does, except for at most two bits.
  func resembles(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count >= 3 && zip(start, bytes).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } <= 2
  }

  /// A complete frame of silence that fits into the stream of this header.
  func silence(number: Int, blockSize: Int, bits: Int) -> [UInt8] {
    // Keep the code for the rate unless it needs extra bytes; in that case refer to the head of the file. The block
    // size is written in two bytes.
    let rate = start[2] & 15 < 12 ? start[2] & 15 : 0
    var frame = [start[0], start[1], 0x70 | rate, UInt8(channels - 1) << 4 | bitsCode]
    frame += Self.coded(number)
    frame.append(bigEndian: UInt16(truncatingIfNeeded: blockSize - 1))
    frame.append(Checksums.crc8(of: frame))
    // Each channel is one subframe with a constant value.
    frame += [UInt8](repeating: 0, count: (channels * (8 + bits) + 7) / 8)
    frame.append(bigEndian: Checksums.crc16(of: frame))
    return frame
  }

  /// A number in the form that ``codedNumber(_:)`` reads.
  private static func coded(_ number: Int) -> [UInt8] {
    guard number >= 0x80 else { return [UInt8(truncatingIfNeeded: number)] }
    var (rest, bytes): (Int, [UInt8]) = (number, [])
    // The longer the prefix in the first byte that states the number of bytes, the fewer bits of the number fit after
    // it.
    while bytes.count < 6, rest >= 1 << (6 - bytes.count) {
      bytes.insert(0x80 | UInt8(rest & 0x3F), at: 0)
      rest >>= 6
    }
    return [UInt8.max << UInt8(7 - bytes.count) | UInt8(truncatingIfNeeded: rest)] + bytes
  }

  /// Reads a number of up to 36 bits, which is coded as UTF-8 codes characters.
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
