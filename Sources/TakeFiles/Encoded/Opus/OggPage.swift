/// The header of an Ogg page.
///
/// - Source: RFC 3533, section 6.
struct OggPage: Sendable, Equatable {
  var flags: UInt8
  /// The number of samples at 48 kHz up to the end of this page, including the pre-skip; -1 if no packet ends on this
  /// page.
  var granule: Int64
  var serial: UInt32
  var sequence: UInt32
  var checksum: UInt32
  var headerBytes: Int
  var bodyBytes: Int
  /// True if the last packet continues on the next page.
  var isOpen: Bool

  /// The length in bytes of the longest possible page: a header, 255 lengths, and 255 bytes for each length.
  static let longest = 27 + 255 + 255 * 255
  /// The range of the field in a page that holds the checksum.
  static let checksumField = 22..<26
  /// The offset of the field in a page that holds the flags.
  static let flagsField = 5
  /// The positions in a stream that are plausible: up to 46000 years.
  static let plausibleGranules: Range<Int64> = 0..<(1 << 46)
  /// The flag of a page that begins with the rest of a packet from the previous page.
  static let continued: UInt8 = 1
  /// The flag of the first page of a stream.
  static let beginOfStream: UInt8 = 2
  /// The flag of the last page of a stream.
  static let endOfStream: UInt8 = 4

  /// The size of the page in bytes, header and body together.
  var bytes: Int { headerBytes + bodyBytes }

  /// Reads the header at the start of `bytes`; `nil` if there is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "OggS".utf8), bytes.count >= 27, bytes[bytes.startIndex + 4] == 0,
      let granule = bytes.littleEndian(Int64.self, at: 6),
      let serial = bytes.littleEndian(UInt32.self, at: 14),
      let sequence = bytes.littleEndian(UInt32.self, at: 18),
      let checksum = bytes.littleEndian(UInt32.self, at: 22),
      let lengths = bytes.part(from: 27, count: Int(bytes[bytes.startIndex + 26]))
    else { return nil }
    flags = bytes[bytes.startIndex + Self.flagsField]
    (self.granule, self.serial) = (granule, serial)
    (self.sequence, self.checksum) = (sequence, checksum)
    headerBytes = 27 + lengths.count
    bodyBytes = lengths.reduce(0) { $0 + Int($1) }
    isOpen = lengths.last == 255
  }

  /// A page that consists of complete packets, for which fewer than 255 pieces of up to 255 bytes suffice.
  static func made(
    _ packets: [[UInt8]], flags: UInt8 = 0, granule: Int, serial: UInt32, sequence: UInt32
  ) -> [UInt8] {
    let lengths = packets.flatMap {
      [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)]
    }
    var page = Array("OggS".utf8) + [0, flags]
    page.append(littleEndian: Int64(granule))
    page.append(littleEndian: serial)
    page.append(littleEndian: sequence)
    page += [0, 0, 0, 0, UInt8(truncatingIfNeeded: lengths.count)] + lengths
    return sealed(page + packets.joined())
  }

  /// The page with its checksum corrected.
  static func sealed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    let crc = Checksums.ogg(ofPage: page[...])
    for (index, position) in checksumField.enumerated() {
      page[position] = UInt8(truncatingIfNeeded: crc >> UInt32(8 * index))
    }
    return page
  }
}
