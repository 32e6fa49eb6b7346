import Boards

/// The choice among several sources in one direction: the farthest is kept, as it is nearest to a plane wave.
enum FarthestSources {
  /// Directions that are alike to a thousandth are one.
  private static let grain = 1000.0

  /// The indices of the sources that are kept, in their order.
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
