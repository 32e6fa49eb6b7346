/// The highest of a row of scores, between directions: a parabola through it and its neighbours.
struct DirectionPeak {
  /// The direction below the peak, and the one above.
  let lower: Int
  let upper: Int
  /// How far the peak is from the lower to the upper one, 0 to 1.
  let share: Float

  /// - Parameter isRing: true when the last direction is beside the first.
  @_noAllocation @_noLocks
  init(_ scores: UnsafePointer<Lanes>, count: Int, isRing: Bool) {
    let values = UnsafeRawPointer(scores).assumingMemoryBound(to: Float.self)
    var best = 0
    for n in 1..<count where values[n] > values[best] { best = n }
    let before = best > 0 ? best - 1 : (isRing ? count - 1 : best)
    let after = best + 1 < count ? best + 1 : (isRing ? 0 : best)
    var offset: Float = 0
    let bend: Float = values[before] - 2 * values[best] + values[after]
    if before != best, after != best, bend < -1e-12 {
      let slope: Float = 0.5 * (values[before] - values[after])
      offset = max(-0.5, min(0.5, slope / bend))
    }
    if offset < 0 {
      (lower, upper, share) = (before, best, 1 + offset)
    } else {
      (lower, upper, share) = (best, after, offset)
    }
  }
}
