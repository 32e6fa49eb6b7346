/// Encodes samples into the bytes of a file.
package enum SampleEncoder {
  /// The number 1.5 x 2^52: adding it to a Double and subtracting it again rounds the Double to the nearest integer,
  /// ties to even, without a function call.
  private static let roundingMagic = 6_755_399_441_055_744.0

  /// Encodes floats, full scale 1, into bytes; returns the number of clipped samples.
  ///
  /// A sample is clipped if it exceeds full scale or is not a number. Integers end one step below full scale; a sample
  /// that only rounding would raise beyond them is clamped, but not counted.
  package static func encode(
    _ samples: UnsafePointer<Float>, count: Int, as format: SampleFormat,
    into bytes: UnsafeMutableRawPointer
  ) -> Int {
    switch format {
    case .f32:
      for i in 0..<count {
        bytes.storeBytes(
          of: samples[i].bitPattern.littleEndian, toByteOffset: 4 * i, as: UInt32.self)
      }
      return 0
    case .s16:
      return quantise(samples, count: count, bits: 16) { i, value in
        bytes.storeBytes(
          of: Int16(truncatingIfNeeded: value).littleEndian, toByteOffset: 2 * i, as: Int16.self)
      }
    case .s24:
      let whole = count & ~3
      let clipped = quantise24(samples, count: whole, into: bytes)
      return clipped
        + quantise(samples + whole, count: count - whole, bits: 24) { i, value in
          store24(value, bytes + 3 * (whole + i))
        }
    case .s32:
      return quantise(samples, count: count, bits: 32) { i, value in
        bytes.storeBytes(of: value.littleEndian, toByteOffset: 4 * i, as: Int32.self)
      }
    }
  }

  /// Encodes samples of the capture device (left-justified integers, or the bits of floats) into bytes, bit for bit.
  static func encode(
    samples: UnsafePointer<Int32>, count: Int, as format: SampleFormat,
    into bytes: UnsafeMutableRawPointer
  ) {
    switch format {
    case .s32, .f32:
      for i in 0..<count {
        bytes.storeBytes(of: samples[i].littleEndian, toByteOffset: 4 * i, as: Int32.self)
      }
    case .s24:
      for i in 0..<count { store24(samples[i] >> 8, bytes + 3 * i) }
    case .s16:
      for i in 0..<count {
        bytes.storeBytes(
          of: Int16(truncatingIfNeeded: samples[i] >> 16).littleEndian, toByteOffset: 2 * i,
          as: Int16.self)
      }
    }
  }

  /// Encodes floats, full scale 1, into left-justified integers; returns the number of clipped samples.
  static func encode(
    _ samples: UnsafePointer<Float>, count: Int, bits: Int,
    intoIntegers integers: UnsafeMutablePointer<Int32>
  ) -> Int {
    let shift = Int32(32 - bits)
    return quantise(samples, count: count, bits: bits) { i, value in integers[i] = value << shift }
  }

  @inline(__always)
  private static func quantise(
    _ samples: UnsafePointer<Float>, count: Int, bits: Int, store: (Int, Int32) -> Void
  ) -> Int {
    let scale = Double(1 << (bits - 1))
    let highest = scale - 1
    var clipped = 0
    for i in 0..<count {
      let rounded = (Double(samples[i]) * scale + roundingMagic) - roundingMagic
      if rounded >= -scale && rounded <= highest {
        store(i, Int32(rounded))
      } else {
        if !(samples[i].magnitude <= 1) { clipped += 1 }
        // NaN is in neither comparison, and becomes silence.
        store(i, Int32(rounded > highest ? highest : rounded < -scale ? -scale : 0))
      }
    }
    return clipped
  }

  /// Encodes floats into 24 bits, the usual format of takes, four samples at a time.
  ///
  /// Adding 1.5 x 2^52 to a Double rounds it to the nearest integer, ties to even; the integer is then in the lowest
  /// bits.
  private static func quantise24(
    _ samples: UnsafePointer<Float>, count: Int, into bytes: UnsafeMutableRawPointer
  ) -> Int {
    if areWithin(samples, count: count) {
      quantise24Within(samples, count: count, into: bytes)
      return 0
    }
    let scale: Float = 0x1p23
    // Values from this one on would be rounded to 2^23, which is too high.
    let tooHigh = scale - 0.5
    var clipped = SIMD4<Int32>(repeating: 0)
    for i in stride(from: 0, to: count, by: 4) {
      var scaled = UnsafeRawPointer(samples + i).loadUnaligned(as: SIMD4<Float>.self) * scale
      let (over, under) = (scaled .>= tooHigh, scaled .< -scale)
      // Only NaN differs from itself; it becomes silence.
      let invalid = scaled .!= scaled
      let isClipped = scaled .> scale .| under .| invalid
      scaled.replace(with: scale - 1, where: over)
      scaled.replace(with: -scale, where: under)
      scaled.replace(with: 0, where: invalid)
      clipped &+= SIMD4<Int32>(repeating: 0).replacing(with: 1, where: isClipped)
      let rounded = unsafeBitCast(
        SIMD4<Double>(scaled) + roundingMagic, to: SIMD4<UInt64>.self)
      store24(SIMD4<UInt32>(truncatingIfNeeded: rounded), bytes + 3 * i)
    }
    return Int(clipped.wrappedSum())
  }

  /// True if all samples are numbers and their magnitudes are at most 1 - 2^-23, so that none needs to be clamped.
  private static func areWithin(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    // The bit patterns of magnitudes have the same order as the magnitudes themselves.
    let highest = SIMD4(repeating: Int32(bitPattern: Float(1).nextDown.nextDown.bitPattern))
    var beyond = SIMD4<Int32>.zero
    for vector in 0..<(count / 4) {
      let place = UnsafeRawPointer(samples + 4 &* vector)
      let bits = place.loadUnaligned(as: SIMD4<Int32>.self) & SIMD4(repeating: Int32.max)
      beyond |= unsafeBitCast(bits .> highest, to: SIMD4<Int32>.self)
    }
    return beyond == .zero
  }

  /// Encodes four samples at a time in the usual case that none of them is beyond full scale.
  private static func quantise24Within(
    _ samples: UnsafePointer<Float>, count: Int, into bytes: UnsafeMutableRawPointer
  ) {
    let bits = SIMD2<UInt64>(repeating: 0xFF_FFFF)
    for vector in 0..<(count / 4) {
      let place = UnsafeRawPointer(samples + 4 &* vector)
      let scaled = place.loadUnaligned(as: SIMD4<Float>.self) * 0x1p23
      let (low, high) = (SIMD2<Double>(scaled.lowHalf), SIMD2<Double>(scaled.highHalf))
      let a = unsafeBitCast(low + roundingMagic, to: SIMD2<UInt64>.self) & bits
      let b = unsafeBitCast(high + roundingMagic, to: SIMD2<UInt64>.self) & bits
      let target = bytes + 12 &* vector
      target.storeBytes(of: (a.x | a.y &<< 24 | b.x &<< 48).littleEndian, as: UInt64.self)
      target.storeBytes(
        of: UInt32(truncatingIfNeeded: b.x &>> 16 | b.y &<< 8).littleEndian, toByteOffset: 8,
        as: UInt32.self)
    }
  }

  /// Stores four samples of three bytes each in three words of four bytes.
  @inline(__always)
  private static func store24(_ values: SIMD4<UInt32>, _ bytes: UnsafeMutableRawPointer) {
    let v = values & 0xFF_FFFF
    bytes.storeBytes(of: (v[0] | v[1] << 24).littleEndian, as: UInt32.self)
    bytes.storeBytes(
      of: (v[1] >> 8 | v[2] << 16).littleEndian, toByteOffset: 4, as: UInt32.self)
    bytes.storeBytes(of: (v[2] >> 16 | v[3] << 8).littleEndian, toByteOffset: 8, as: UInt32.self)
  }

  @inline(__always)
  private static func store24(_ value: Int32, _ bytes: UnsafeMutableRawPointer) {
    let bits = UInt32(bitPattern: value)
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: bits >> 8), toByteOffset: 1, as: UInt8.self)
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: bits >> 16), toByteOffset: 2, as: UInt8.self)
  }
}
