/// Decodes the bytes of a file into samples.
enum SampleDecoder {
  /// Decodes bytes into floats, full scale 1.
  static func decode(
    _ bytes: UnsafeRawPointer, count: Int, as encoding: WAVReader.Encoding,
    into samples: UnsafeMutablePointer<Float>
  ) {
    switch encoding {
    case .f32:
      for i in 0..<count { samples[i] = Float(bitPattern: word(bytes, i)) }
    case .f64:
      for i in 0..<count { samples[i] = float64(bytes, i) }
    case .u8, .s16, .s24, .s24in32, .s32:
      for i in 0..<count {
        samples[i] = Float(leftJustified(bytes, i, encoding)) * 0x1p-31
      }
    }
  }

  /// Decodes bytes into left-justified integers, or into the bits of floats.
  static func decode(
    _ bytes: UnsafeRawPointer, count: Int, as encoding: WAVReader.Encoding,
    intoSamples samples: UnsafeMutablePointer<Int32>
  ) {
    switch encoding {
    case .f32:
      for i in 0..<count { samples[i] = Int32(bitPattern: word(bytes, i)) }
    case .f64:
      for i in 0..<count { samples[i] = Int32(bitPattern: float64(bytes, i).bitPattern) }
    // Each encoding has a loop of its own, so that no decision is needed for each sample.
    case .u8:
      for i in 0..<count { samples[i] = leftJustified(bytes, i, .u8) }
    case .s16:
      for i in 0..<count { samples[i] = leftJustified(bytes, i, .s16) }
    case .s24:
      decode24(bytes, count: count, into: samples)
    case .s24in32:
      for i in 0..<count { samples[i] = leftJustified(bytes, i, .s24in32) }
    case .s32:
      for i in 0..<count { samples[i] = leftJustified(bytes, i, .s32) }
    }
  }

  /// Decodes samples of three bytes, each with a single load of four bytes that begins one byte early; only the first
  /// sample has no byte before it.
  private static func decode24(
    _ bytes: UnsafeRawPointer, count: Int, into samples: UnsafeMutablePointer<Int32>
  ) {
    guard count > 0 else { return }
    samples[0] = leftJustified(bytes, 0, .s24)
    for i in 1..<max(count, 1) {
      let four = bytes.loadUnaligned(fromByteOffset: 3 * i - 1, as: UInt32.self)
      samples[i] = Int32(bitPattern: UInt32(littleEndian: four) & 0xFFFF_FF00)
    }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer, _ i: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))
  }

  @inline(__always)
  private static func float64(_ bytes: UnsafeRawPointer, _ i: Int) -> Float {
    let bits = bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self)
    return Float(Double(bitPattern: UInt64(littleEndian: bits)))
  }

  @inline(__always)
  private static func leftJustified(
    _ bytes: UnsafeRawPointer, _ i: Int, _ encoding: WAVReader.Encoding
  ) -> Int32 {
    func byte(_ offset: Int, _ shift: UInt32) -> UInt32 {
      UInt32(bytes.load(fromByteOffset: offset, as: UInt8.self)) << shift
    }
    switch encoding {
    // In 8-bit files, samples are unsigned, and silence is 128.
    case .u8: return Int32(bitPattern: byte(i, 24) ^ 0x8000_0000)
    case .s16: return Int32(bitPattern: byte(2 * i, 16) | byte(2 * i + 1, 24))
    case .s24:
      return Int32(bitPattern: byte(3 * i, 8) | byte(3 * i + 1, 16) | byte(3 * i + 2, 24))
    case .s24in32: return Int32(bitPattern: word(bytes, i) << 8)
    case .s32, .f32, .f64: return Int32(bitPattern: word(bytes, i))
    }
  }
}
