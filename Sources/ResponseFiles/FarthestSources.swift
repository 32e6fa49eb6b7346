import Boards

/// Chooses among several sources in the same direction: it keeps the farthest, whose sound is closest to a plane wave.
enum FarthestSources {
  /// Directions are rounded to multiples of 1/1000 in each coordinate; directions that then agree count as one.
  private static let grain = 1000.0

  /// The indices of the sources that are kept, in ascending order.
  static func indices(_ sources: [Vector3]) -> [Int] {
    var farthest: [SIMD3<Int>: Int] = [:]
    for (index, source) in sources.enumerated() {
      let place = SIMD3<Int>((source.normalized * grain).rounded(.toNearestOrAwayFromZero))
      if let other = farthest[place], sources[other].length >= source.length { continue }
      farthest[place] = index
    }
    return farthest.values.sorted()
  }
}
