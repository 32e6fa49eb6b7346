/// Operations on vectors of four numbers, whatever the number of lanes in ``Lanes``.
enum Quad {
  typealias Four = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// Returns a state of a recursive filter, or zero once the state has decayed to -500 dB: a smaller state would become
  /// a denormal number, which many processors handle a hundred times more slowly.
  @_noAllocation @_noLocks
  @inline(__always)
  static func withoutResidue(_ state: SIMD4<Float>) -> SIMD4<Float> {
    var state = state
    let height: SIMD4<Float> = magnitude(state)
    state.replace(with: SIMD4<Float>.zero, where: height .< 1e-25)
    return state
  }

  /// The transpose of a 4 x 4 matrix.
  @_noAllocation @_noLocks
  @inline(__always)
  static func turned(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> Four {
    let abLow = SIMD4<Float>(a[0], b[0], a[1], b[1])
    let abHigh = SIMD4<Float>(a[2], b[2], a[3], b[3])
    let cdLow = SIMD4<Float>(c[0], d[0], c[1], d[1])
    let cdHigh = SIMD4<Float>(c[2], d[2], c[3], d[3])
    let (one, two) = halves(abLow, cdLow)
    let (three, four) = halves(abHigh, cdHigh)
    return (one, two, three, four)
  }

  /// Returns the first halves of two vectors as one vector, and the second halves as another.
  ///
  /// The function moves whole pairs, because compilers add needless shuffles if single numbers are moved.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func halves(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    let a = unsafeBitCast(a, to: SIMD2<Double>.self)
    let b = unsafeBitCast(b, to: SIMD2<Double>.self)
    return (
      unsafeBitCast(SIMD2<Double>(a[0], b[0]), to: SIMD4<Float>.self),
      unsafeBitCast(SIMD2<Double>(a[1], b[1]), to: SIMD4<Float>.self)
    )
  }

  /// The absolute values of the numbers.
  @_noAllocation @_noLocks
  @inline(__always)
  static func magnitude(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(numbers, to: SIMD4<UInt32>.self) & SIMD4(repeating: 0x7FFF_FFFF)
    return unsafeBitCast(bits, to: SIMD4<Float>.self)
  }

  /// Clamps the numbers to the range from the negative limit to the limit; NaN becomes the limit.
  @_noAllocation @_noLocks
  @inline(__always)
  static func clamped(_ numbers: SIMD4<Float>, to limit: Float) -> SIMD4<Float> {
    let (highest, lowest) = (SIMD4(repeating: limit), SIMD4(repeating: -limit))
    let below = highest.replacing(with: numbers, where: numbers .< highest)
    return lowest.replacing(with: below, where: below .> lowest)
  }

  /// True if any of the numbers exceeds this magnitude or is NaN.
  @_noAllocation @_noLocks
  static func exceeds(_ numbers: UnsafePointer<Float>, _ count: Int, magnitude: Float) -> Bool {
    // Magnitudes are in the same order as their bit patterns.
    let limit = Int32(bitPattern: magnitude.bitPattern)
    var beyond = SIMD4<Int32>.zero
    for vector in 0..<(count / 4) {
      let bits = unsafeBitCast(load(numbers + 4 &* vector), to: SIMD4<Int32>.self)
      let isBeyond = bits & SIMD4(repeating: Int32.max) .> SIMD4(repeating: limit)
      beyond |= unsafeBitCast(isBeyond, to: SIMD4<Int32>.self)
    }
    if beyond != .zero { return true }
    for n in (count & ~3)..<count where !(abs(numbers[n]) <= magnitude) { return true }
    return false
  }

  @_noAllocation @_noLocks
  @inline(__always)
  static func load(_ place: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(place).loadUnaligned(as: SIMD4<Float>.self)
  }

  @_noAllocation @_noLocks
  @inline(__always)
  static func store(_ value: SIMD4<Float>, _ place: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(place).storeBytes(of: value, as: SIMD4<Float>.self)
  }
}

extension Lanes {
  /// Four neighbouring lanes, starting with the first or the fifth lane.
  @_noAllocation @_noLocks
  @inline(__always)
  func quad(_ first: Int) -> SIMD4<Float> {
    #if PINNA_V3
      return first == 0 ? lowHalf : highHalf
    #else
      return self
    #endif
  }

  /// Creates a vector whose first four lanes are these numbers; any other lanes are zero.
  @_noAllocation @_noLocks
  @inline(__always)
  init(quad: SIMD4<Float>) {
    #if PINNA_V3
      self.init(lowHalf: quad, highHalf: .zero)
    #else
      self = quad
    #endif
  }

  /// Loads the lanes from an address with any alignment.
  @_noAllocation @_noLocks
  @inline(__always)
  init(at place: UnsafePointer<Float>) {
    self = UnsafeRawPointer(place).loadUnaligned(as: Lanes.self)
  }

  /// Stores the lanes at an address with any alignment.
  @_noAllocation @_noLocks
  @inline(__always)
  func store(at place: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(place).storeBytes(of: self, as: Lanes.self)
  }
}
