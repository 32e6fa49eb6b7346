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

  /// The roots of quotients of powers; 0 where there is none above, and 1 where there is nothing to divide by.
  @_noAllocation @_noLocks
  @inline(__always)
  static func ratio(_ powers: SIMD2<Float>, _ others: SIMD2<Float>) -> SIMD2<Float> {
    let one = SIMD2<Float>(repeating: 1)
    let (hasPower, hasOther) = (powers .> least, others .> least)
    let divisor = others.replacing(with: one, where: .!hasOther)
    let quotient: SIMD2<Float> = powers.replacing(with: one, where: .!hasPower) / divisor
    let root: SIMD2<Float> = quotient * Root.inverse(quotient)
    return root.replacing(with: one, where: .!hasOther).replacing(with: 0, where: .!hasPower)
  }

  /// The larger of two powers, ear by ear.
  @_noAllocation @_noLocks
  @inline(__always)
  static func larger(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> {
    a.replacing(with: b, where: b .> a)
  }

  /// The factors that bring magnitudes down to a limit: powers are given of both.
  @_noAllocation @_noLocks
  @inline(__always)
  static func bound(_ powers: SIMD2<Float>, by limits: SIMD2<Float>) -> SIMD2<Float> {
    let isBeyond = (powers .> limits) .& (powers .> least)
    return ratio(limits, powers).replacing(with: 1, where: .!isBeyond)
  }

  /// As two lanes of a vector, from ``StereoStage/backLane`` on.
  @_noAllocation @_noLocks
  @inline(__always)
  static func lanes(_ ears: SIMD4<Float>) -> LaneComplex {
    var value = LaneComplex.zero
    let lane = StereoStage.backLane
    value.re[lane] = ears.x
    value.im[lane] = ears.y
    value.re[lane + 1] = ears.z
    value.im[lane + 1] = ears.w
    return value
  }

  /// Back from two lanes of a vector.
  @_noAllocation @_noLocks
  @inline(__always)
  static func read(_ value: LaneComplex) -> SIMD4<Float> {
    let lane = StereoStage.backLane
    return SIMD4(value.re[lane], value.im[lane], value.re[lane + 1], value.im[lane + 1])
  }

  /// A power that is as good as none.
  private static var least: SIMD2<Float> {
    @_noAllocation @_noLocks @inline(__always) get { SIMD2(repeating: 1e-20) }
  }
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
