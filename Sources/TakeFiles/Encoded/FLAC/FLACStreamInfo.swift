/// The first metadata block of a FLAC file.
///
/// - Source: RFC 9639, section 8.2.
struct FLACStreamInfo: Sendable, Equatable {
  var rate: Int
  var channels: Int
  var bits: Int
  /// The number of frames in the file (the format calls them samples, but counts them per channel); 0 if unknown.
  var frames: Int
  /// The offset of the block's contents in a FLAC file.
  static let offset = 8
  /// True if the file states an MD5 of its samples.
  var hasDigest: Bool
  /// The largest number of samples in a frame; 0 if unknown.
  var blockSize: Int
  private let packed: UInt64

  /// Reads the block from the start of a file; `nil` if the file does not start as FLAC files do.
  init?(_ head: ArraySlice<UInt8>) {
    guard head.starts(with: "fLaC".utf8), let block = FLACBlock(head, at: 4),
      block.kind == .streamInfo, block.bytes == 34, head.count >= Self.offset + block.bytes,
      let packed = head.bigEndian(UInt64.self, at: Self.offset + 10)
    else { return nil }
    self.packed = packed
    rate = Int(packed >> 44)
    channels = Int(packed >> 41 & 7) + 1
    bits = Int(packed >> 36 & 31) + 1
    frames = Int(packed & 0xF_FFFF_FFFF)
    blockSize = Int(head.bigEndian(UInt16.self, at: Self.offset + 2) ?? 0)
    hasDigest = head.part(from: Self.offset + 18, count: 16)?.contains { $0 != 0 } ?? false
    if rate == 0 { return nil }
  }

  /// The change after which the block states this length and bit depth, with an MD5 of 0, which means unknown.
  func stating(frames: Int) -> EncodedStream.Patch {
    var bytes: [UInt8] = []
    let rest = packed & ~0x1FF_FFFF_FFFF
    bytes.append(
      bigEndian: rest | UInt64(bits - 1) << 36 | UInt64(frames) & 0xF_FFFF_FFFF)
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 16))
    return EncodedStream.Patch(offset: Self.offset + 10, bytes: bytes)
  }
}
