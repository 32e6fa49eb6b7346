/// Two complex numbers side by side, of the left and the right ear: real, imaginary, real, imaginary.
enum Ears {
  /// Both numbers times one.
  @_noAllocation @_noLocks
  @inline(__always)
  static func times(_ ears: SIMD4<Float>, _ factor: SIMD2<Float>) -> SIMD4<Float> {
    let turned = SIMD4<Float>(-ears.y, ears.x, -ears.w, ears.z)
    let (real, imaginary): (SIMD4<Float>, SIMD4<Float>) = (ears * factor.x, turned * factor.y)
    return real + imaginary
  }

  /// Each number times a real one of its own.
  @_noAllocation @_noLocks
  @inline(__always)
  static func scale(_ ears: SIMD4<Float>, _ factors: SIMD2<Float>) -> SIMD4<Float> {
    ears * SIMD4(factors.x, factors.x, factors.y, factors.y)
  }

  /// The squares of the magnitudes.
  @_noAllocation @_noLocks
  @inline(__always)
  static func power(_ ears: SIMD4<Float>) -> SIMD2<Float> {
    let squares: SIMD4<Float> = ears * ears
    return SIMD2(squares.x + squares.y, squares.z + squares.w)
  }

  /// The roots of quotients of powers; 1 where there is nothing to divide by.
  @_noAllocation @_noLocks
  @inline(__always)
  static func ratio(_ powers: SIMD2<Float>, _ others: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(ratio(powers.x, others.x), ratio(powers.y, others.y))
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private static func ratio(_ power: Float, _ other: Float) -> Float {
    guard power > least, other > least else { return power > least ? 1 : 0 }
    let quotient: Float = power / other
    return quotient * Root.inverse(quotient)
  }

  /// The larger of two powers, ear by ear.
  @_noAllocation @_noLocks
  @inline(__always)
  static func larger(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(max(a.x, b.x), max(a.y, b.y))
  }

  /// The factors that bring magnitudes down to a limit: powers are given of both.
  @_noAllocation @_noLocks
  @inline(__always)
  static func bound(_ powers: SIMD2<Float>, by limits: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(bound(powers.x, by: limits.x), bound(powers.y, by: limits.y))
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private static func bound(_ power: Float, by limit: Float) -> Float {
    guard power > limit, power > least else { return 1 }
    guard limit > least else { return 0 }
    let quotient: Float = limit / power
    return quotient * Root.inverse(quotient)
  }

  /// As the first two lanes of a vector.
  @_noAllocation @_noLocks
  @inline(__always)
  static func lanes(_ ears: SIMD4<Float>) -> LaneComplex {
    var value = LaneComplex.zero
    value.re[0] = ears.x
    value.im[0] = ears.y
    value.re[1] = ears.z
    value.im[1] = ears.w
    return value
  }

  /// A power that is as good as none.
  private static let least: Float = 1e-20
}

/// A place between two directions.
struct BinPlace {
  let lower: Int
  let upper: Int
  let share: Float

  @_noAllocation @_noLocks
  init(_ place: Float, grid: TrackerGrid) {
    let whole = Int(place)
    share = place - Float(whole)
    lower = whole < grid.directions ? whole : 0
    upper = whole + 1 < grid.directions ? whole + 1 : (grid.isRing ? 0 : lower)
  }
}

/// The sizes of a ``ResponseTracker``.
struct TrackerGrid {
  let bins: Int
  let bands: Int
  let directions: Int
  let isRing: Bool
  /// Vectors of microphones.
  let groups: Int
  /// The distance between two windows' directions, in steps, beyond which they are of different sounds.
  let jump: Float
  /// The bin below which only magnitudes are measured.
  let phaseBin: Int

  init(_ grid: DirectionalGrid, groups: Int, jump: Float, phaseLimit: Double) {
    bins = grid.bins
    bands = grid.bands.count
    directions = grid.directions
    isRing = grid.isRing
    self.groups = groups
    self.jump = jump
    phaseBin = Int(phaseLimit * Double(grid.window) / grid.rate)
  }
}
