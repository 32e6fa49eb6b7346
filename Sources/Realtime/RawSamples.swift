/// Converts raw samples to samples with full scale 1.
///
/// Integers become raw x 2^-31, which is exact up to 24 bits. Floats pass unchanged, with two exceptions. NaN,
/// infinities and magnitudes of 2^32 and more are not sound: they become silence and are counted; otherwise a single
/// one would stay in the low cut forever. Magnitudes below 2^-64 (-385 dB) become exactly zero, so that no denormal
/// number enters the filters; converted integers are either zero or at least 2^-31. Thus the processor need not be
/// switched to a mode without denormal numbers; a library must not switch that mode.
public enum RawSamples {
  /// The magnitude bits of 2^32: a Float with at least these magnitude bits is not a sample.
  private static var invalidBits: Int32 { @_noAllocation @_noLocks get { (127 + 32) << 23 } }
  /// The magnitude bits of 2^-64: a Float whose magnitude bits are below this value is silence.
  private static var silentBits: Int32 { @_noAllocation @_noLocks get { (127 - 64) << 23 } }

  /// Converts one raw sample; increments `invalid` if the raw value is not a sample.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public static func sample(_ value: Int32, format: RawFormat, invalid: inout Int) -> Float {
    var counts = SIMD4<Int32>.zero
    defer { invalid += Int(counts.x) }
    return samples(SIMD4(value, 0, 0, 0), format: format, invalid: &counts).x
  }

  /// Converts four raw samples; increments each lane of `invalid` whose raw value is not a sample.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  @inline(__always)
  static func samples(
    _ raw: SIMD4<Int32>, format: RawFormat, invalid: inout SIMD4<Int32>
  ) -> SIMD4<Float> {
    switch format {
    case .integer:
      let (x, y) = (Float(raw.x), Float(raw.y))
      let (z, w) = (Float(raw.z), Float(raw.w))
      let step: Float = 0x1p-31
      return SIMD4<Float>(x, y, z, w) * step
    case .float:
      let mask = SIMD4<Int32>(repeating: 0x7FFF_FFFF)
      let magnitude: SIMD4<Int32> = raw & mask
      // Keep the result of the comparison as bits, -1 for true: without SSE 4.1, selecting by a mask takes several
      // operations.
      let isInvalid = unsafeBitCast(magnitude .>= invalidBits, to: SIMD4<Int32>.self)
      let isSound = unsafeBitCast(magnitude .>= silentBits, to: SIMD4<Int32>.self)
      let sound: SIMD4<Int32> = raw & (isSound & ~isInvalid)
      invalid &-= isInvalid
      return unsafeBitCast(sound, to: SIMD4<Float>.self)
    }
  }

  /// Loads one to four raw samples from an address; the other lanes are zero.
  @_noAllocation @_noLocks
  @inline(__always)
  static func load(_ raw: UnsafePointer<Int32>, lanes: Int) -> SIMD4<Int32> {
    switch lanes {
    case 1: return SIMD4(raw[0], 0, 0, 0)
    case 2: return SIMD4(raw[0], raw[1], 0, 0)
    case 3: return SIMD4(raw[0], raw[1], raw[2], 0)
    default: return UnsafeRawPointer(raw).loadUnaligned(as: SIMD4<Int32>.self)
    }
  }
}
