import CZlib

/// The CRC-32 of bytes, as zlib, PNG and `crc32` count it.
///
/// - Source: ISO 3309; the polynomial 0xEDB88320 (reflected).
struct CRC32: Sendable, Equatable {
  /// Of what was added so far.
  private(set) var value: UInt32 = 0
  /// Bytes that were added so far.
  private(set) var bytes = 0

  /// Of nothing.
  init() {}

  /// Of bytes.
  init(_ bytes: UnsafeRawBufferPointer) { add(bytes) }

  /// Adds bytes.
  mutating func add(_ more: UnsafeRawBufferPointer) {
    guard let base = more.bindMemory(to: UInt8.self).baseAddress else { return }
    value = UInt32(crc32_z(uLong(value), base, more.count))
    bytes += more.count
  }

  /// Adds bytes of which only the CRC is known.
  mutating func add(_ next: CRC32) {
    value = UInt32(crc32_combine(uLong(value), uLong(next.value), next.bytes))
    bytes += next.bytes
  }

  /// A CRC that is known.
  init(value: UInt32, bytes: Int) {
    self.value = value
    self.bytes = bytes
  }
}
