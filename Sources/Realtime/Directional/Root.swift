/// Square roots without a call: the proof of this module knows no function of the mathematics library.
enum Root {
  /// 1 over the square root of a positive number that is not denormal, to about 2e-7.
  ///
  /// - Source: the well-known first guess from the bits of the number (H. Warren, Hacker's Delight, 2nd edition, 2013,
  ///   section 17-4), and three steps of Newton's method.
  @_noAllocation @_noLocks
  @inline(__always)
  static func inverse(_ value: Float) -> Float {
    var guess = Float(bitPattern: 0x5F37_5A86 &- (value.bitPattern >> 1))
    let half: Float = 0.5 * value
    for _ in 0..<3 {
      let square: Float = guess * guess
      guess *= 1.5 - half * square
    }
    return guess
  }
}
