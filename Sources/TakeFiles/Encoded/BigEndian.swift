/// Numbers in the form in which FLAC and MPEG-4 files store them.
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
  /// The number at `offset`, counted from the start of the slice; `nil` if the slice ends before the number does.
  func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    guard offset >= 0, offset + Number.bitWidth / 8 <= count else { return nil }
    return (0..<(Number.bitWidth / 8)).reduce(0) {
      $0 << 8 | Number(truncatingIfNeeded: self[startIndex + offset + $1])
    }
  }

  /// Like ``bigEndian(_:at:)``, but for a number stored with its least significant byte first.
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    bigEndian(type, at: offset)?.byteSwapped
  }

  /// Part of the slice; `offset` counts from the start of the slice, and the result is `nil` if the slice is too short.
  func part(from offset: Int, count size: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, size >= 0, offset <= count, size <= count - offset else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + size)]
  }
}
