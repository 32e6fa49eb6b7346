/// Numbers and names in the form in which RIFF files store them.
extension [UInt8] {
  mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Appends the name of a chunk or list, which has four characters.
  mutating func append(name: String) {
    precondition(name.utf8.count == 4, "RIFF names have four characters")
    append(contentsOf: name.utf8)
  }

  /// The number at `offset`.
  ///
  /// - Precondition: the array contains all bytes of the number.
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
    var number: Number = 0
    for byte in 0..<(Number.bitWidth / 8) {
      number |= Number(truncatingIfNeeded: self[offset + byte]) << Number(8 * byte)
    }
    return number
  }

  /// The name of four characters at `offset`, with a question mark for each byte that cannot be printed.
  func name(at offset: Int) -> String {
    String(
      decoding: self[offset..<(offset + 4)].map { (32..<127).contains($0) ? $0 : UInt8(63) },
      as: UTF8.self)
  }
}
