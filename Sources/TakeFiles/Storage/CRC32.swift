import CDeflate

/// The CRC-32 of bytes, the same as in gzip, PNG and `crc32`.
///
/// - Source: ISO 3309; in bit-reflected form, the polynomial is 0xEDB88320.
struct CRC32: Sendable, Equatable {
  /// The CRC of the bytes that have been added so far.
  private(set) var value: UInt32 = 0
  /// The number of bytes that have been added so far.
  private(set) var bytes = 0
}

extension CRC32 {
  /// The CRC of bytes.
  init(_ bytes: UnsafeRawBufferPointer) { add(bytes) }

  /// Adds bytes.
  mutating func add(_ more: UnsafeRawBufferPointer) {
    value = libdeflate_crc32(value, more.baseAddress, more.count)
    bytes += more.count
  }

  /// Adds bytes of which only the CRC is known.
  ///
  /// A CRC is a remainder of polynomials over GF(2). Bytes that follow multiply it by x to the power of their number of
  /// bits; the inversions at the start and at the end cancel each other.
  ///
  /// - Source: M. Adler: zlib's crc32_combine uses this method.
  mutating func add(_ next: CRC32) {
    var power = UInt64(next.bytes) * 8
    var square: UInt32 = 1 << 30
    var factor: UInt32 = 1 << 31
    while power > 0 {
      if power & 1 == 1 { factor = Self.product(factor, square) }
      square = Self.product(square, square)
      power >>= 1
    }
    value = Self.product(factor, value) ^ next.value
    bytes += next.bytes
  }

  /// The product of two polynomials, modulo the CRC polynomial; the highest bit is the coefficient of x^0.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (result, shifted) = (UInt32(0), b)
    for bit in stride(from: 31, through: 0, by: -1) {
      if a >> UInt32(bit) & 1 == 1 { result ^= shifted }
      shifted = shifted >> 1 ^ (shifted & 1 == 1 ? 0xEDB8_8320 : 0)
    }
    return result
  }
}
