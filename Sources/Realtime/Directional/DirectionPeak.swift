/// The highest score in a row of directions, interpolated with a parabola through that score and its two neighbours.
struct DirectionPeak {
  /// The position of the peak: the number of a direction, plus the fraction of the way to the next direction.
  let place: Float
  /// The score at the peak.
  let score: Float

  /// - Parameter isAround: true if the last direction is next to the first.
  @_noAllocation @_noLocks
  init(_ scores: UnsafePointer<Lanes>, count: Int, isAround: Bool) {
    let values = UnsafeRawPointer(scores).assumingMemoryBound(to: Float.self)
    let whole = count / Lanes.count
    var highest = scores[0]
    for vector in 1..<max(1, whole) {
      highest = highest.replacing(with: scores[vector], where: scores[vector] .> highest)
    }
    var most = whole > 0 ? highest.greatest : values[0]
    for n in (whole * Lanes.count)..<count { most = max(most, values[n]) }
    var best = 0
    while best + 1 < count, values[best] < most { best += 1 }
    let before = best > 0 ? best - 1 : (isAround ? count - 1 : best)
    let after = best + 1 < count ? best + 1 : (isAround ? 0 : best)
    let bend: Float = values[before] - 2 * values[best] + values[after]
    let slope: Float = 0.5 * (values[before] - values[after])
    let isBent = before != best && after != best && bend < -1e-12
    let offset = isBent ? max(-0.5, min(0.5, slope / bend)) : 0
    score = values[best] - 0.5 * slope * offset
    let sum = Float(best) + offset + (best == 0 && offset < 0 ? Float(count) : 0)
    // The sum may round up to the first direction.
    place = sum < Float(count) ? sum : 0
  }
}
