import Boards

/// Points inside a body at which the pressure must be 0.
///
/// The points are spread irregularly, so that they avoid the nodes of the body's resonances.
enum InteriorPoints {
  /// The range of the points along each half edge, as shares of the half edge; it excludes the planes of symmetry and
  /// the neighbourhood of the coarse surface.
  private static let range = 0.08...0.72

  /// The first points of a sequence that fills space evenly; the sequence is the same in every run.
  ///
  /// - Source: M. Roberts, "The unreasonable effectiveness of quasirandom sequences" (2018): multiples of the powers of
  ///   1/g, modulo 1, where g^4 = g + 1.
  static func places(within half: Vector3, count: Int) -> [Vector3] {
    let g = 1.220_744_084_605_759_5
    let turns = Vector3(1 / g, 1 / (g * g), 1 / (g * g * g))
    return (1...count).map { index in
      var share = turns * Double(index) + 0.5
      share -= share.rounded(.down)
      let width = range.upperBound - range.lowerBound
      return half * (share * width + range.lowerBound)
    }
  }
}
