/// One complex number per lane: the same bin or frame of several signals.
///
/// Expressions are short and their types are explicit, because Swift 6.0 takes seconds to check a line with several
/// vector operators.
struct LaneComplex {
  var re: Lanes
  var im: Lanes

  @_noAllocation @_noLocks
  @inline(__always)
  init(_ re: Lanes, _ im: Lanes) {
    self.re = re
    self.im = im
  }

  /// Repeats one number in every lane.
  @_noAllocation @_noLocks
  @inline(__always)
  init(_ twiddle: Twiddle) {
    re = Lanes(repeating: twiddle.re)
    im = Lanes(repeating: twiddle.im)
  }

  static var zero: LaneComplex {
    @_noAllocation @_noLocks @inline(__always) get { LaneComplex(.zero, .zero) }
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

  /// Returns `a + i b` without negating any number.
  @_noAllocation @_noLocks
  @inline(__always)
  static func addingTimesI(_ a: LaneComplex, _ b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re - b.im, a.im + b.re)
  }

  /// Returns `a - i b` without negating any number.
  @_noAllocation @_noLocks
  @inline(__always)
  static func subtractingTimesI(_ a: LaneComplex, _ b: LaneComplex) -> LaneComplex {
    LaneComplex(a.re + b.im, a.im - b.re)
  }

  /// The products, lane by lane.
  @_noAllocation @_noLocks
  @inline(__always)
  static func * (a: LaneComplex, b: LaneComplex) -> LaneComplex {
    let (rr, ri): (Lanes, Lanes) = (a.re * b.re, a.re * b.im)
    return LaneComplex(rr.subtracting(a.im, times: b.im), ri.adding(a.im, times: b.re))
  }

  /// The products of this number and the conjugate of `b`, lane by lane.
  @_noAllocation @_noLocks
  @inline(__always)
  func timesConjugate(_ b: LaneComplex) -> LaneComplex {
    let (rr, ir): (Lanes, Lanes) = (re * b.re, im * b.re)
    return LaneComplex(rr.adding(im, times: b.im), ir.subtracting(re, times: b.im))
  }

  /// The conjugates.
  var conjugate: LaneComplex {
    @_noAllocation @_noLocks @inline(__always) get { LaneComplex(re, Lanes.zero - im) }
  }

  /// The squares of the magnitudes.
  var power: Lanes {
    @_noAllocation @_noLocks @inline(__always) get {
      let (real, imaginary): (Lanes, Lanes) = (re * re, im * im)
      return real + imaginary
    }
  }

  /// The products with a real number.
  @_noAllocation @_noLocks
  @inline(__always)
  func scaled(by factor: Lanes) -> LaneComplex { LaneComplex(re * factor, im * factor) }

  /// Adds the product of two numbers.
  @_noAllocation @_noLocks
  @inline(__always)
  mutating func add(_ a: LaneComplex, times b: LaneComplex) {
    #if PINNA_V3 || arch(arm64)
      re = re.adding(a.re, times: b.re).subtracting(a.im, times: b.im)
      im = im.adding(a.re, times: b.im).adding(a.im, times: b.re)
    #else
      // Compute the product first: adding its two terms one by one would make each addition wait for the one before,
      // and would round the sum twice.
      let product = a * b
      re += product.re
      im += product.im
    #endif
  }

  /// Adds `a f` to one sum and `b f` to another.
  @_noAllocation @_noLocks
  @inline(__always)
  static func add(
    _ a: LaneComplex, to one: inout LaneComplex, _ b: LaneComplex, to other: inout LaneComplex,
    times f: LaneComplex
  ) {
    #if PINNA_V3 || arch(arm64)
      one.re = one.re.adding(a.re, times: f.re)
      one.im = one.im.adding(a.im, times: f.re)
      other.re = other.re.adding(b.re, times: f.re)
      other.im = other.im.adding(b.im, times: f.re)
      one.re = one.re.subtracting(a.im, times: f.im)
      one.im = one.im.adding(a.re, times: f.im)
      other.re = other.re.subtracting(b.im, times: f.im)
      other.im = other.im.adding(b.re, times: f.im)
    #else
      one.add(a, times: f)
      other.add(b, times: f)
    #endif
  }

  /// Converts four numbers to the four bins a + b + c + d, a - ib - c + id, a - b + c - d and a + ib - c - id.
  @_noAllocation @_noLocks
  @inline(__always)
  static func butterfly(
    _ a: LaneComplex, _ b: LaneComplex, _ c: LaneComplex, _ d: LaneComplex
  ) -> (LaneComplex, LaneComplex, LaneComplex, LaneComplex) {
    let (ac, bd) = (a + c, b + d)
    let (ca, db) = (a - c, b - d)
    return (ac + bd, subtractingTimesI(ca, db), ac - bd, addingTimesI(ca, db))
  }

  /// Converts four bins to four numbers: like ``butterfly(_:_:_:_:)``, but with i instead of -i.
  @_noAllocation @_noLocks
  @inline(__always)
  static func inverseButterfly(
    _ a: LaneComplex, _ b: LaneComplex, _ c: LaneComplex, _ d: LaneComplex
  ) -> (LaneComplex, LaneComplex, LaneComplex, LaneComplex) {
    let (ac, bd) = (a + c, b + d)
    let (ca, db) = (a - c, b - d)
    return (ac + bd, addingTimesI(ca, db), ac - bd, subtractingTimesI(ca, db))
  }
}

/// One of a transform's complex factors e^{-2 pi i n/L}.
struct Twiddle {
  var re: Float
  var im: Float

  init(_ numerator: Int, _ denominator: Int) {
    let (sine, cosine) = Elementary.turn(numerator, denominator)
    re = Float(cosine)
    im = Float(-sine)
  }
}

extension Memory {
  /// A table of the powers 1, 2 and 3 of e^{-2 pi i n/L}, n < L/4, for the largest span L and for its quotients by
  /// powers of 4; the powers for span L begin at element 3 L/4.
  mutating func makeTwiddles(span largest: Int) -> UnsafeMutablePointer<Twiddle> {
    let table = make(3 * largest / 2, of: Twiddle(0, 1))
    var span = largest
    while span >= 4 {
      for index in 0..<(3 * span / 4) {
        table[3 * span / 4 + index] = Twiddle(index / 3 * (index % 3 + 1), span)
      }
      span /= 4
    }
    return table
  }
}
