/// The highest of a row of scores, between directions: a parabola through it and its neighbours.
struct DirectionPeak {
  /// The place of the peak: a direction, and how far it is from it to the next.
  let place: Float
  /// The score there.
  let score: Float

  /// - Parameter isAround: true when the last direction is beside the first.
  @_noAllocation @_noLocks
  init(_ scores: UnsafePointer<Lanes>, count: Int, isAround: Bool) {
    let values = UnsafeRawPointer(scores).assumingMemoryBound(to: Float.self)
    var best = 0
    for n in 1..<count where values[n] > values[best] { best = n }
    let before = best > 0 ? best - 1 : (isAround ? count - 1 : best)
    let after = best + 1 < count ? best + 1 : (isAround ? 0 : best)
    let bend: Float = values[before] - 2 * values[best] + values[after]
    let slope: Float = 0.5 * (values[before] - values[after])
    let isBent = before != best && after != best && bend < -1e-12
    let offset = isBent ? max(-0.5, min(0.5, slope / bend)) : 0
    score = values[best] - 0.5 * slope * offset
    let sum = Float(best) + offset + (best == 0 && offset < 0 ? Float(count) : 0)
    // A sum may be rounded up to the first direction.
    place = sum < Float(count) ? sum : 0
  }

  /// A number of a row between two directions.
  @_noAllocation @_noLocks
  static func value(
    _ row: UnsafePointer<Lanes>, at place: Float, count: Int, isAround: Bool
  ) -> Float {
    let values = UnsafeRawPointer(row).assumingMemoryBound(to: Float.self)
    let lower = max(0, min(Int(place), count - 1))
    let upper = lower + 1 < count ? lower + 1 : (isAround ? 0 : lower)
    return values[lower] + (values[upper] - values[lower]) * (place - Float(lower))
  }
}
