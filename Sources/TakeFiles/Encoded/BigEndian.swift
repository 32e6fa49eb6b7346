/// Numbers as FLAC and MPEG-4 files store them.
extension [UInt8] {
  mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}

extension UInt32 {
  /// The bytes of the number, the most significant first.
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}

extension ArraySlice<UInt8> {
  /// The number at `offset` from the start of the slice; `nil` if the slice ends before the number.
  func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    guard offset >= 0, offset + Number.bitWidth / 8 <= count else { return nil }
    return (0..<(Number.bitWidth / 8)).reduce(0) {
      $0 << 8 | Number(truncatingIfNeeded: self[startIndex + offset + $1])
    }
  }

  /// The number like ``bigEndian(_:at:)``, but with the least significant byte first.
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    bigEndian(type, at: offset)?.byteSwapped
  }

  /// A part of the slice, by its offset from the start; `nil` if the slice does not hold all of it.
  func part(from offset: Int, count size: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, size >= 0, offset <= count, size <= count - offset else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + size)]
  }
}
