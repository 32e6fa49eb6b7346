/// Square roots without a call: the proof of this module knows no function of the mathematics library.
enum Root {
  /// 1 over the square roots of positive numbers that are not denormal, to about 2e-7.
  ///
  /// - Source: the well-known first guess from the bits of the number (H. Warren, Hacker's Delight, 2nd edition, 2013,
  ///   section 17-4), and three steps of Newton's method.
  @_noAllocation @_noLocks
  @inline(__always)
  static func inverse(_ value: SIMD2<Float>) -> SIMD2<Float> {
    let bits = unsafeBitCast(value, to: SIMD2<UInt32>.self)
    let first: SIMD2<UInt32> = SIMD2(repeating: 0x5F37_5A86) &- (bits &>> 1)
    var guess = unsafeBitCast(first, to: SIMD2<Float>.self)
    let half: SIMD2<Float> = value * 0.5
    for _ in 0..<3 {
      let square: SIMD2<Float> = guess * guess
      let step: SIMD2<Float> = SIMD2(repeating: 1.5) - half * square
      guess *= step
    }
    return guess
  }
}
