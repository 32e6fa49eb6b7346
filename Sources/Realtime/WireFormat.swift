/// The layout of one sample in the memory of a capture device.
public enum WireFormat: Sendable, Equatable {
  /// 32 bits, signed, little endian.
  case s32
  /// 24 bits in the low three bytes of a 32-bit word.
  case s24
  /// 24 bits in three bytes.
  case s24Packed
  /// 16 bits.
  case s16
  /// 32-bit floating point.
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

  /// Converts samples of the wire to samples of the ring without loss: integers left-justified, floats by their bits.
  ///
  /// - Parameters:
  ///   - source: `count` samples; without alignment.
  ///   - raw: memory for `count` samples.
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
