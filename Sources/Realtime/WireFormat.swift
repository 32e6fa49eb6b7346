/// The layout of one sample in a capture device's memory.
public enum WireFormat: Sendable, Equatable {
  /// A 32-bit integer, signed, little endian.
  case s32
  /// A 24-bit integer in the low three bytes of a 32-bit word.
  case s24
  /// A 24-bit integer in three bytes.
  case s24Packed
  /// A 16-bit integer.
  case s16
  /// A 32-bit floating-point number.
  case float

  /// Bytes per sample.
  public var bytes: Int {
    @_noAllocation @_noLocks get {
      switch self {
      case .s32, .s24, .float: 4
      case .s24Packed: 3
      case .s16: 2
      }
    }
  }

  /// Converts samples from the device's layout to the ring's without loss: integers are left-justified, and floats keep
  /// their bits.
  ///
  /// - Parameters:
  ///   - source: `count` samples at an address with any alignment.
  ///   - raw: memory for `count` converted samples.
  /// - Thread: capture.
  @_noAllocation @_noLocks
  public func unpack(
    _ source: UnsafeRawPointer, count: Int, into raw: UnsafeMutablePointer<Int32>
  ) {
    switch self {
    case .s32, .float:
      for i in 0..<count {
        raw[i] = Int32(
          littleEndian: source.loadUnaligned(fromByteOffset: 4 * i, as: Int32.self))
      }
    case .s24:
      for i in 0..<count {
        let value = Int32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * i, as: Int32.self))
        raw[i] = value << 8
      }
    case .s16:
      for i in 0..<count {
        let value = Int16(littleEndian: source.loadUnaligned(fromByteOffset: 2 * i, as: Int16.self))
        raw[i] = Int32(value) << 16
      }
    case .s24Packed:
      for i in 0..<count {
        let low = UInt32(source.load(fromByteOffset: 3 * i, as: UInt8.self))
        let middle = UInt32(source.load(fromByteOffset: 3 * i + 1, as: UInt8.self))
        let high = UInt32(source.load(fromByteOffset: 3 * i + 2, as: UInt8.self))
        raw[i] = Int32(bitPattern: low << 8 | middle << 16 | high << 24)
      }
    }
  }
}
