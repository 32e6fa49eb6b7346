/// Conversion of raw words to samples, full scale 1.
///
/// Integer words become word x 2^-31, which is exact up to 24 bits. Float words pass unchanged but
/// for two cases. Not-a-number, infinities and magnitudes of 2^32 and more are no sound: they
/// become silence and are counted, or one of them would stay in the low cut for ever. Magnitudes
/// below 2^-64 (-385 dB) become exact zero, so that no denormal number enters the filters; integer
/// words are either zero or at least 2^-31. So denormals need no processor mode, which a library
/// must not change.
public enum SampleWords {
  /// Magnitude bits of 2^32: a Float word with these or more is no sample.
  private static var invalidBits: Int32 { @_noAllocation @_noLocks get { (127 + 32) << 23 } }
  /// Magnitude bits of 2^-64: a Float word with less is silence.
  private static var silentBits: Int32 { @_noAllocation @_noLocks get { (127 - 64) << 23 } }

  /// One word as a sample; `invalid` grows by one when it is no sample.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public static func sample(_ word: Int32, format: WordFormat, invalid: inout Int) -> Float {
    samples(SIMD4(word, 0, 0, 0), format: format, invalid: &invalid).x
  }

  /// Four words as samples; `invalid` grows by the number of words that are no samples.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  @inline(__always)
  static func samples(
    _ words: SIMD4<Int32>, format: WordFormat, invalid: inout Int
  ) -> SIMD4<Float> {
    switch format {
    case .integer:
      let (x, y) = (Float(words.x), Float(words.y))
      let (z, w) = (Float(words.z), Float(words.w))
      let step: Float = 0x1p-31
      return SIMD4<Float>(x, y, z, w) * step
    case .float:
      let mask = SIMD4<Int32>(repeating: 0x7FFF_FFFF)
      let magnitude: SIMD4<Int32> = words & mask
      let isInvalid: SIMDMask<SIMD4<Int32>> = magnitude .>= invalidBits
      let isSilent: SIMDMask<SIMD4<Int32>> = magnitude .< silentBits
      let sound = words.replacing(with: 0, where: isInvalid .| isSilent)
      let count = SIMD4<Int32>.zero.replacing(with: 1, where: isInvalid)
      invalid += Int(count.wrappedSum())
      return unsafeBitCast(sound, to: SIMD4<Float>.self)
    }
  }

  /// The first one to four words at a place, the other lanes zero.
  @_noAllocation @_noLocks
  @inline(__always)
  static func load(_ words: UnsafePointer<Int32>, lanes: Int) -> SIMD4<Int32> {
    switch lanes {
    case 1: return SIMD4(words[0], 0, 0, 0)
    case 2: return SIMD4(words[0], words[1], 0, 0)
    case 3: return SIMD4(words[0], words[1], words[2], 0)
    default: return UnsafeRawPointer(words).loadUnaligned(as: SIMD4<Int32>.self)
    }
  }
}
