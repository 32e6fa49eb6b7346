/// Square roots without a function call: the realtime proof of this module does not cover the mathematics library.
enum Root {
  /// Returns the reciprocal square roots of positive, non-denormal numbers, accurate to about 2e-7.
  ///
  /// - Source: the well-known first guess from the bits of the number (H. Warren, Hacker's Delight, 2nd edition, 2013,
  ///   section 17-4), and three steps of Newton's method.
  @_noAllocation @_noLocks
  @inline(__always)
  static func inverse(_ value: Lanes) -> Lanes {
    let bits = unsafeBitCast(value, to: LaneBits.self)
    let first: LaneBits = LaneBits(repeating: 0x5F37_5A86) &- (bits &>> 1)
    var guess = unsafeBitCast(first, to: Lanes.self)
    let half: Lanes = value * 0.5
    for _ in 0..<3 {
      let square: Lanes = guess * guess
      let step: Lanes = Lanes(repeating: 1.5) - half * square
      guess *= step
    }
    return guess
  }

  /// The square roots of quotients of powers; 0 if the numerator is zero, and 1 if only the denominator is zero.
  @_noAllocation @_noLocks
  @inline(__always)
  static func ofRatio(_ powers: Lanes, _ others: Lanes) -> Lanes {
    let one = Lanes(repeating: 1)
    let (isLess, isNothing) = (powers .<= least, others .<= least)
    let divisor = others.replacing(with: one, where: isNothing)
    let quotient: Lanes = powers.replacing(with: one, where: isLess) / divisor
    let root: Lanes = quotient * inverse(quotient)
    return root.replacing(with: one, where: isNothing).replacing(with: Lanes.zero, where: isLess)
  }

  /// The factors that limit magnitudes; the magnitudes and their limits are both given as powers.
  @_noAllocation @_noLocks
  @inline(__always)
  static func bound(_ powers: Lanes, by limits: Lanes) -> Lanes {
    let one = Lanes(repeating: 1)
    let isWithin = (powers .<= limits) .| (powers .<= least)
    return ofRatio(limits, powers).replacing(with: one, where: isWithin)
  }

  /// Powers that are at least practically zero, of which roots can be taken.
  @_noAllocation @_noLocks
  @inline(__always)
  static func bounded(_ powers: Lanes) -> Lanes {
    powers.replacing(with: least, where: powers .< least)
  }

  /// A power that is practically zero.
  private static var least: Lanes {
    @_noAllocation @_noLocks @inline(__always) get { Lanes(repeating: 1e-20) }
  }
}
