import Boards

/// The choice among several sources in one direction: the farthest one is kept, because it is closest to a plane wave.
enum FarthestSources {
  /// Directions equal to within a thousandth count as one.
  private static let grain = 1000.0

  /// The indices of the kept sources, in order.
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
