/// Four complex numbers, one per lane: the same bin or frame of four signals.
struct LaneComplex {
  var re: SIMD4<Float>
  var im: SIMD4<Float>

  @_noAllocation @_noLocks
  @inline(__always)
  init(_ re: SIMD4<Float>, _ im: SIMD4<Float>) {
    self.re = re
    self.im = im
  }

  static var zero: LaneComplex {
    @_noAllocation @_noLocks @inline(__always) get { LaneComplex(.zero, .zero) }
  }

  /// The number times the imaginary unit.
  var timesI: LaneComplex {
    @_noAllocation @_noLocks @inline(__always) get { LaneComplex(-im, re) }
  }

  @_noAllocation @_noLocks
  @inline(__always)
  static func + (a: LaneComplex, b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re + b.re, a.im + b.im)
  }

  @_noAllocation @_noLocks
  @inline(__always)
  static func - (a: LaneComplex, b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re - b.re, a.im - b.im)
  }

  /// `a + i b`, without a negation.
  @_noAllocation @_noLocks
  @inline(__always)
  static func addingTimesI(_ a: LaneComplex, _ b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re - b.im, a.im + b.re)
  }

  /// `a - i b`, without a negation.
  @_noAllocation @_noLocks
  @inline(__always)
  static func subtractingTimesI(_ a: LaneComplex, _ b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re + b.im, a.im - b.re)
  }

  /// Every lane times one complex number.
  @_noAllocation @_noLocks
  @inline(__always)
  func times(_ factor: Twiddle) -> LaneComplex {
    let (c, s) = (SIMD4(repeating: factor.re), SIMD4(repeating: factor.im))
    return LaneComplex(re * c - im * s, re * s + im * c)
  }

  /// Every lane times the conjugate of one complex number.
  @_noAllocation @_noLocks
  @inline(__always)
  func timesConjugate(_ factor: Twiddle) -> LaneComplex {
    let (c, s) = (SIMD4(repeating: factor.re), SIMD4(repeating: factor.im))
    return LaneComplex(re * c + im * s, im * c - re * s)
  }

  /// Lane times lane.
  @_noAllocation @_noLocks
  @inline(__always)
  static func * (a: LaneComplex, b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }
}

/// One complex factor e^{-2 pi i n/L} of a transform.
struct Twiddle {
  var re: Float
  var im: Float

  init(_ numerator: Int, _ denominator: Int) {
    let (sine, cosine) = Elementary.turn(numerator, denominator)
    re = Float(cosine)
    im = Float(-sine)
  }
}
