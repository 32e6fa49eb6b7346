/// Four complex numbers, one per lane: the same bin or frame of four signals.
///
/// Expressions are short and their types are written down, because Swift 6.0 takes seconds to check
/// a line with several vector operators.
struct LaneComplex {
  var re: SIMD4<Float>
  var im: SIMD4<Float>

  @_noAllocation @_noLocks
  @inline(__always)
  init(_ re: SIMD4<Float>, _ im: SIMD4<Float>) {
    self.re = re
    self.im = im
  }

  /// One number in every lane.
  @_noAllocation @_noLocks
  @inline(__always)
  init(_ twiddle: Twiddle) {
    re = SIMD4<Float>(repeating: twiddle.re)
    im = SIMD4<Float>(repeating: twiddle.im)
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
    self * LaneComplex(factor)
  }

  /// Every lane times the conjugate of one complex number.
  @_noAllocation @_noLocks
  @inline(__always)
  func timesConjugate(_ factor: Twiddle) -> LaneComplex {
    LaneComplex(factor).conjugateTimes(self)
  }

  /// Lane times lane.
  @_noAllocation @_noLocks
  @inline(__always)
  static func * (a: LaneComplex, b: LaneComplex) -> LaneComplex {
    let (rr, ii): (SIMD4<Float>, SIMD4<Float>) = (a.re * b.re, a.im * b.im)
    let (ri, ir): (SIMD4<Float>, SIMD4<Float>) = (a.re * b.im, a.im * b.re)
    return LaneComplex(rr - ii, ri + ir)
  }

  /// The conjugate of this number times another, lane by lane.
  @_noAllocation @_noLocks
  @inline(__always)
  func conjugateTimes(_ b: LaneComplex) -> LaneComplex {
    let (rr, ii): (SIMD4<Float>, SIMD4<Float>) = (re * b.re, im * b.im)
    let (ri, ir): (SIMD4<Float>, SIMD4<Float>) = (re * b.im, im * b.re)
    return LaneComplex(rr + ii, ri - ir)
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
