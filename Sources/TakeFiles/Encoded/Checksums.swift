/// The checksums that FLAC frames and Ogg pages contain.
enum Checksums {
  /// The table for the headers of FLAC frames: x^8 + x^2 + x + 1, most significant bit first.
  ///
  /// - Source: RFC 9639, section 9.1.8.
  static let crc8: [UInt8] = (0..<256).map { index in
    (0..<8).reduce(UInt8(index)) { crc, _ in crc & 0x80 != 0 ? crc << 1 ^ 0x07 : crc << 1 }
  }

  /// The table for whole FLAC frames: x^16 + x^15 + x^2 + 1, most significant bit first.
  ///
  /// - Source: RFC 9639, section 9.3.
  static let crc16: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { crc, _ in
      crc & 0x8000 != 0 ? crc << 1 ^ 0x8005 : crc << 1
    }
  }

  /// The table for Ogg pages: the polynomial of Ethernet, but most significant bit first and without inversion.
  ///
  /// - Source: RFC 3533, section 6.
  static let ogg: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { crc, _ in
      crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1
    }
  }

  /// The CRC-8 of bytes.
  static func crc8(of bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(0) { crc8[Int($0 ^ $1)] }
  }

  /// The CRC-16 of bytes.
  static func crc16(of bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0) { $0 << 8 ^ crc16[Int(UInt8(truncatingIfNeeded: $0 >> 8) ^ $1)] }
  }

  /// The checksum of an Ogg page; the field that stores it counts as zero.
  static func ogg(ofPage page: ArraySlice<UInt8>) -> UInt32 {
    page.withUnsafeBufferPointer { bytes in
      ogg.withUnsafeBufferPointer { table in
        var crc: UInt32 = 0
        for i in 0..<bytes.count {
          let byte = OggPage.checksumField.contains(i) ? 0 : bytes[i]
          crc = crc << 8 ^ table[Int(UInt8(truncatingIfNeeded: crc >> 24) ^ byte)]
        }
        return crc
      }
    }
  }
}
